package samples.commonspool;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;

/** Makes the pool's objects and remembers them. */
final class ResourceFactory extends BasePooledObjectFactory<Resource> {
    private final List<Resource> made = new CopyOnWriteArrayList<>();

    @Override
    public Resource create() {
        Resource resource = new Resource();
        made.add(resource);
        return resource;
    }

    @Override
    public PooledObject<Resource> wrap(Resource resource) {
        return new DefaultPooledObject<>(resource);
    }

    /** Every object that was ever made. */
    List<Resource> made() {
        return new ArrayList<>(made);
    }
}
