'use strict';
(function () {
  const PAGE = 200;
  const byId = id => document.getElementById(id);
  const data = JSON.parse(byId('data').textContent);

  const save = byId('save');
  save.hidden = false;
  save.addEventListener('click', () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2) + '\n'], {type: 'application/json'}));
    link.download = 'cqs-report.json';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  });

  const table = byId('sites');
  if (!table) return;
  const body = table.tBodies[0];
  const columns = Array.from(table.tHead.rows[0].cells, header => ({
    header,
    label: header.textContent,
    form: header.dataset.form,
    path: header.dataset.path.split('.')
  }));
  const isNumber = column => column.form === 'line' || column.form === 'count' || column.form === 'time';

  /* The value in a column, null where there is none: no statistics, no times, no line. */
  const value = (site, column) => {
    let v = site;
    for (const step of column.path) {
      if (v === null || v === undefined || (column.form === 'time' && v.count === 0)) return null;
      v = v[step];
    }
    return v === undefined || (column.form === 'line' && v === 0) ? null : v;
  };

  /* Sorting: nothing known always comes last, and equal rows keep the order of the report. */
  const name = site => site.class + '.' + site.method;
  const collator = new Intl.Collator('en');
  const order = (column, sign) => (a, b) => {
    if (column.form === 'site') return sign * (collator.compare(name(a), name(b)) || a.line - b.line);
    const x = value(a, column);
    const y = value(b, column);
    if (x === null || y === null) return (x === null) - (y === null);
    return sign * (isNumber(column) ? x - y : collator.compare(x, y));
  };

  const number = n => n.toLocaleString('en-US');
  const units = [[1e9, 's'], [1e6, 'ms'], [1e3, 'us']];
  const time = ns => {
    for (const [size, unit] of units) {
      if (ns >= size) {
        const places = ns >= 100 * size ? 0 : ns >= 10 * size ? 1 : 2;
        const scale = Math.pow(10, places);
        return (Math.floor(ns / size * scale + 1e-9) / scale).toFixed(places) + ' ' + unit;
      }
    }
    return ns + ' ns';
  };

  const element = (tag, text, className) => {
    const e = document.createElement(tag);
    if (text) e.textContent = text;
    if (className) e.className = className;
    return e;
  };

  /* Bars for the waits between two powers of ten, the highest one full. */
  const SVG = 'http://www.w3.org/2000/svg';
  const shape = buckets => {
    const decades = new Array(10).fill(0);
    for (const [upper, count] of buckets) {
      const decade = upper < 1000 ? 0 : Math.floor(Math.log10(upper) + 1e-9) - 2;
      decades[Math.min(9, Math.max(0, decade))] += count;
    }
    const top = Math.max(1, ...decades);
    const bounds = ['1 us', '10 us', '100 us', '1 ms', '10 ms', '100 ms', '1 s', '10 s', '100 s'];
    const words = decades.map((count, i) => count === 0 ? '' :
        number(count) + (i === 0 ? ' below 1 us' : i === 9 ? ' of 100 s or more' : ' from ' + bounds[i - 1] + ' to ' + bounds[i]))
        .filter(w => w).join(', ');
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', '0 0 80 20');
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', words);
    const title = document.createElementNS(SVG, 'title');
    title.textContent = words;
    svg.append(title);
    decades.forEach((count, i) => {
      const height = count === 0 ? 1 : Math.max(2, 20 * count / top);
      const bar = document.createElementNS(SVG, 'rect');
      bar.setAttribute('x', i * 8);
      bar.setAttribute('y', 20 - height);
      bar.setAttribute('width', 7);
      bar.setAttribute('height', height);
      if (count === 0) bar.setAttribute('class', 'empty');
      svg.append(bar);
    });
    return svg;
  };

  const fill = (cell, site, column) => {
    const v = value(site, column);
    switch (column.form) {
      case 'site': {
        const simple = site.class.lastIndexOf('.') + 1;
        const code = element('code');
        code.append(element('span', site.class.slice(0, simple), 'package'), element('wbr'), site.class.slice(simple),
            element('wbr'), '.' + site.method);
        cell.append(code);
        break;
      }
      case 'outcome': cell.append(element('span', v, 'outcome-' + v)); break;
      case 'count': cell.textContent = v === null ? '' : number(v); break;
      case 'time': cell.textContent = v === null ? '' : time(v); break;
      case 'shape': if (v !== null && v.length > 0) cell.append(shape(v)); break;
      default: cell.textContent = v === null ? '' : v;
    }
  };

  const row = site => {
    const tr = element('tr', '', site.outcome);
    for (const column of columns) {
      const cell = element(column.form === 'site' ? 'th' : 'td', '', column.form);
      if (column.form === 'site') cell.scope = 'row';
      cell.dataset.label = column.label;
      fill(cell, site, column);
      tr.append(cell);
    }
    return tr;
  };

  /* State: what is selected, in which order, and how much of it is in the page. */
  let selected = data.sites;
  let current = null;
  let descending = false;
  let rows = 0;
  const shown = byId('shown');
  const more = byId('more');

  const append = count => {
    const fragment = document.createDocumentFragment();
    for (const site of selected.slice(rows, rows + count)) fragment.append(row(site));
    rows = Math.min(selected.length, rows + count);
    body.append(fragment);
    const left = selected.length - rows;
    more.hidden = left === 0;
    more.textContent = 'Show ' + number(Math.min(PAGE, left)) + ' more';
    shown.textContent = (selected.length === data.sites.length ? '' : number(selected.length) + ' of ')
        + number(data.sites.length) + (data.sites.length === 1 ? ' site' : ' sites')
        + (left === 0 ? '' : ', the first ' + number(rows) + ' shown');
  };
  const show = () => {
    body.textContent = '';
    rows = 0;
    append(PAGE);
    if (selected.length === 0) {
      const cell = element('td', 'No site matches.', 'none');
      cell.colSpan = columns.length;
      const tr = element('tr');
      tr.append(cell);
      body.append(tr);
    }
  };
  more.addEventListener('click', () => {
    const first = rows;
    append(PAGE);
    /* The button may be gone: a keyboard goes on at the first new row. */
    const next = body.rows[first];
    if (more.hidden && next) { next.tabIndex = -1; next.focus(); }
  });

  const filter = byId('filter');
  const outcome = byId('outcome');
  const type = byId('type');
  const texts = new Map();
  const text = site => {
    let t = texts.get(site);
    if (t === undefined) {
      t = [name(site) + ':' + site.line, site.type, site.kind, site.outcome, site.reason, site.source || '']
          .join(' ').toLowerCase();
      texts.set(site, t);
    }
    return t;
  };
  const select = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(w => w);
    selected = data.sites.filter(site =>
        (outcome.value === '' || site.outcome === outcome.value)
        && (type.value === '' || site.type === type.value)
        && words.every(word => text(site).includes(word)));
    if (current) selected.sort(order(current, descending ? -1 : 1));
    show();
  };

  const sort = byId('sort');
  const sortBy = (column, down) => {
    current = column;
    descending = down;
    for (const c of columns) {
      if (c.button) c.header.setAttribute('aria-sort', c !== column ? 'none' : down ? 'descending' : 'ascending');
    }
    sort.value = columns.indexOf(column) + (down ? '-' : '+');
    select();
  };
  columns.forEach((column, i) => {
    if (column.form === 'shape') return;
    column.button = element('button', column.label);
    column.button.type = 'button';
    column.header.textContent = '';
    column.header.append(column.button);
    column.header.setAttribute('aria-sort', 'none');
    /* Text starts at A, numbers at the largest. */
    column.button.addEventListener('click', () =>
        sortBy(column, column === current ? !descending : isNumber(column) && column.form !== 'line'));
    for (const [sign, arrow] of [['+', ' \u2191'], ['-', ' \u2193']]) {
      const choice = element('option', column.label + arrow);
      choice.value = i + sign;
      sort.append(choice);
    }
  });
  sort.addEventListener('change', () =>
      sortBy(columns[parseInt(sort.value, 10)], sort.value.endsWith('-')));
  filter.addEventListener('input', select);
  outcome.addEventListener('change', select);
  type.addEventListener('change', select);
  for (const t of new Set(data.sites.map(site => site.type))) type.append(element('option', t));

  /* What matters most first: the waiting, else how much is made where, else the name. */
  const find = path => columns.find(column => column.path.join('.') === path);
  const first = find('wait_ns.total') || find('instances');
  byId('tools').hidden = false;
  if (first) sortBy(first, true);
  else sortBy(columns[0], false);
})();
