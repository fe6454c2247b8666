package io.github.cqs.agent.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Rewrites one class: what it creates or extends becomes the shim. Used once, by one thread.
 *
 * <p>Only names change, and the shim is a subclass of what it stands for: frames and sizes stay right, whatever the
 * class file's version. With counters, each creation is followed by one call.
 */
public final class CallSiteRewriter extends ClassVisitor {
    /** The newest class file version that the class library underneath reads. */
    public static final int NEWEST_MAJOR = Opcodes.V26;

    /** How much of a class may change. */
    public enum Scope {
        /** The class is being defined: everything may change. */
        DEFINITION,
        /** The class exists already: neither its superclass nor its set of methods may change. */
        BODIES
    }

    private static final int API = Opcodes.ASM9;
    private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";
    private static final int FLAG_SERIALIZABLE = 1;

    private static final String SERIALIZABLE_LAMBDA =
            "serializable constructor reference: its serial form names the JDK class";
    private static final String EXACT_HANDLE =
            "constructor handle outside a lambda: its type would change, and no method can be added to keep it";
    private static final String SUPERCLASS_LOADED = "the class was loaded before: its superclass cannot change";
    private static final String MIXED_CONSTRUCTOR =
            "in a constructor whose super call cannot change: the two are not told apart";
    private static final String WRITE_REPLACE = "writeReplace";
    private static final String WRITE_REPLACE_DESCRIPTOR = "()Ljava/lang/Object;";
    private static final String UNKNOWN_CONSTRUCTOR = "the shim has no constructor ";

    private final ShimCatalogue catalogue;
    private final Scope scope;
    private final @Nullable Counters counters;
    private final ClassReader reader;
    private final List<Site> sites = new ArrayList<>(4);
    private final List<Factory> factories = new ArrayList<>(0);
    private final @Nullable String[] unknownConstructors = new String[Primitive.count()];

    private String thisName = "";
    private String binaryName = "";
    private boolean isInterface;
    private int major;
    private boolean changed;
    private @Nullable Primitive superclass;
    private @Nullable Site superclassSite;

    /** A method that stands in for a constructor handle: to count, or to keep the handle's type, of which the JDK's class is a part. */
    private record Factory(String name, Primitive type, String constructor, String result, int counter) {
        String descriptor() {
            return constructor.substring(0, constructor.length() - 1) + 'L' + result + ';';
        }
    }

    private CallSiteRewriter(
            ClassReader reader, ClassWriter writer, ShimCatalogue catalogue, Scope scope, @Nullable Counters counters) {
        super(API, writer);
        this.reader = reader;
        this.catalogue = catalogue;
        this.scope = scope;
        this.counters = counters;
    }

    /** What became of a class. */
    public static final class Result {
        private final byte @Nullable [] bytes;
        private final List<Site> sites;

        private Result(byte @Nullable [] bytes, List<Site> sites) {
            this.bytes = bytes;
            this.sites = sites;
        }

        /** The rewritten class, {@code null} if nothing changed. */
        @SuppressWarnings("EI_EXPOSE_REP")
        public byte @Nullable [] bytes() {
            return bytes;
        }

        /** Every site of the class, those left alone included. */
        public List<Site> sites() {
            return sites;
        }
    }

    /** The internal name of the class. */
    public static String className(byte[] classFile) {
        return new ClassReader(classFile).getClassName();
    }

    /**
     * Rewrites {@code classFile}.
     *
     * @param counters where the counters of instances come from, {@code null} to count nothing
     */
    public static Result rewrite(byte[] classFile, ShimCatalogue catalogue, Scope scope, @Nullable Counters counters) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        CallSiteRewriter rewriter = new CallSiteRewriter(reader, writer, catalogue, scope, counters);
        rewriter.findUnknownConstructors();
        reader.accept(rewriter, 0);
        return new Result(rewriter.changed ? writer.toByteArray() : null, rewriter.sites);
    }

    /*
     * Overview.
     *
     * A type that a class creates is renamed at every site of the class or, where a constructor is unknown, at none:
     * a NEW and its <init> must agree, and odd code may share one NEW between several <init>.
     *
     * X.<init> in a constructor of a class that extends X is either the super call or completes a NEW. Compilers nest
     * the two like parentheses, so a count of open NEWs tells them apart. When the superclass is swapped, both are
     * renamed alike and a wrong guess would only mislabel a line of the report. When the superclass must stay, a wrong
     * guess would break the class: there the constructors of that class keep the JDK type altogether.
     */

    private void findUnknownConstructors() {
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int offset = reader.getItem(i);
            if (offset == 0 || reader.readByte(offset - 1) != 10) {
                continue;
            }
            int nameAndType = reader.getItem(reader.readUnsignedShort(offset + 2));
            if (!"<init>".equals(reader.readUTF8(nameAndType, buffer))) {
                continue;
            }
            Primitive type = catalogue.find(reader.readClass(offset, buffer));
            if (type != null) {
                String descriptor = reader.readUTF8(nameAndType + 2, buffer);
                if (!catalogue.hasConstructor(type, descriptor)) {
                    unknownConstructors[type.index()] = UNKNOWN_CONSTRUCTOR + descriptor;
                }
            }
        }
    }

    @Override
    public void visit(
            int version,
            int access,
            String name,
            @Nullable String signature,
            @Nullable String superName,
            String @Nullable [] interfaces) {
        thisName = name;
        binaryName = name.replace('/', '.');
        isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
        major = version & 0xFFFF;
        String newSuper = superName;
        String newSignature = signature;
        superclass = superName == null ? null : catalogue.find(superName);
        if (superclass != null) {
            superclassSite = site("<init>", 0, superclass, Site.Kind.SUPERCLASS, scope == Scope.DEFINITION);
            if (scope == Scope.BODIES) {
                superclassSite.skip(SUPERCLASS_LOADED);
            }
            if (superclassSite.skipped() == null) {
                newSuper = catalogue.target(superclass);
                newSignature = SuperclassSignature.replace(signature, newSuper);
                changed = true;
            }
        }
        super.visit(version, access, name, newSignature, newSuper, interfaces);
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
        boolean replaces = name.equals(WRITE_REPLACE)
                && descriptor.equals(WRITE_REPLACE_DESCRIPTOR)
                && (access & Opcodes.ACC_STATIC) == 0;
        return next == null ? null : new Body(next, name, replaces);
    }

    @Override
    public void visitEnd() {
        for (Factory factory : factories) {
            write(factory);
        }
        super.visitEnd();
    }

    private void write(Factory factory) {
        String target = catalogue.target(factory.type);
        MethodVisitor m = cv.visitMethod(
                Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
                factory.name,
                factory.descriptor(),
                null,
                null);
        m.visitCode();
        m.visitTypeInsn(Opcodes.NEW, target);
        m.visitInsn(Opcodes.DUP);
        int slot = 0;
        int site = 0;
        for (Type argument : Type.getArgumentTypes(factory.constructor)) {
            m.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), slot);
            slot += argument.getSize();
        }
        if (isArgument(factory.counter)) {
            push(m, factory.counter);
            site = 1;
        }
        m.visitMethodInsn(
                Opcodes.INVOKESPECIAL, target, "<init>", constructor(factory.constructor, factory.counter), false);
        count(m, factory.counter);
        m.visitInsn(Opcodes.ARETURN);
        m.visitMaxs(2 + Math.max(slot + site, 1), slot);
        m.visitEnd();
    }

    private Site site(String method, int line, Primitive type, Site.Kind kind, boolean countable) {
        String unknown = unknownConstructors[type.index()];
        int counter = counters != null && countable && unknown == null ? counters.next() : Site.UNCOUNTED;
        Site site = new Site(binaryName, method, line, type, kind, counter);
        if (unknown != null) {
            site.skip(unknown);
        }
        sites.add(site);
        return site;
    }

    private void count(MethodVisitor m, int counter) {
        if (counter == Site.UNCOUNTED || counters == null) {
            return;
        }
        push(m, counter);
        m.visitMethodInsn(Opcodes.INVOKESTATIC, counters.counterClass(), "hit", "(I)V", false);
    }

    /** Whether the replacement's constructor takes the counter. */
    private boolean isArgument(int counter) {
        return counter != Site.UNCOUNTED && counters != null && counters.areArguments();
    }

    private String constructor(String descriptor, int counter) {
        return isArgument(counter) ? descriptor.substring(0, descriptor.length() - 2) + "I)V" : descriptor;
    }

    private static void push(MethodVisitor m, int counter) {
        if (counter <= Byte.MAX_VALUE) {
            m.visitIntInsn(Opcodes.BIPUSH, counter);
        } else if (counter <= Short.MAX_VALUE) {
            m.visitIntInsn(Opcodes.SIPUSH, counter);
        } else {
            m.visitLdcInsn(counter);
        }
    }

    private final class Body extends MethodVisitor {
        private final String method;
        private final boolean constructor;
        private final boolean replaces;
        private final int[] open = new int[Primitive.count()];
        private int line;
        private int extraStack;

        Body(MethodVisitor next, String method, boolean replaces) {
            super(API, next);
            this.method = method;
            this.constructor = method.equals("<init>");
            this.replaces = replaces;
        }

        /** Serialization calls one {@code writeReplace}, that of the subclass; ours has to be called by it, as it writes the state where the JDK class has it. */
        @Override
        public void visitCode() {
            super.visitCode();
            if (replaces && superclass != null && superclass.isFilledByWriteReplace() && superclassSwapped()) {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitMethodInsn(
                        Opcodes.INVOKESPECIAL,
                        catalogue.target(superclass),
                        WRITE_REPLACE,
                        WRITE_REPLACE_DESCRIPTOR,
                        false);
                super.visitInsn(Opcodes.POP);
                extraStack = 1;
            }
        }

        @Override
        public void visitLineNumber(int number, org.objectweb.asm.Label start) {
            line = number;
            super.visitLineNumber(number, start);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            Primitive swapped = opcode == Opcodes.NEW ? catalogue.find(type) : null;
            if (swapped == null) {
                super.visitTypeInsn(opcode, type);
                return;
            }
            open[swapped.index()]++;
            if (keeps(swapped)) {
                super.visitTypeInsn(opcode, type);
            } else {
                changed = true;
                super.visitTypeInsn(opcode, catalogue.target(swapped));
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean itf) {
            Primitive swapped = opcode == Opcodes.INVOKESPECIAL ? catalogue.find(owner) : null;
            if (swapped == null) {
                super.visitMethodInsn(opcode, owner, name, descriptor, itf);
            } else if (!name.equals("<init>")) {
                String newOwner = swapped == superclass && superclassSwapped() ? catalogue.target(swapped) : owner;
                super.visitMethodInsn(opcode, newOwner, name, descriptor, itf);
            } else if (constructor && swapped == superclass && open[swapped.index()] == 0) {
                superCall(swapped, owner, descriptor);
            } else {
                creation(swapped, owner, descriptor);
            }
        }

        private void superCall(Primitive swapped, String owner, String descriptor) {
            if (superclassSite != null) {
                superclassSite.lineIfUnknown(line);
            }
            if (!superclassSwapped()) {
                super.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, "<init>", descriptor, false);
                return;
            }
            construct(swapped, descriptor, superclassSite == null ? Site.UNCOUNTED : superclassSite.counter());
        }

        private void creation(Primitive swapped, String owner, String descriptor) {
            open[swapped.index()]--;
            boolean keep = keeps(swapped);
            Site site = site(method, line, swapped, Site.Kind.NEW, !keep);
            if (keep) {
                site.skip(MIXED_CONSTRUCTOR);
                super.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, "<init>", descriptor, false);
                return;
            }
            changed = true;
            construct(swapped, descriptor, site.counter());
        }

        private void construct(Primitive swapped, String descriptor, int counter) {
            if (isArgument(counter)) {
                push(mv, counter);
                extraStack = 1;
            }
            super.visitMethodInsn(
                    Opcodes.INVOKESPECIAL,
                    catalogue.target(swapped),
                    "<init>",
                    constructor(descriptor, counter),
                    false);
            countHere(counter);
        }

        private boolean keeps(Primitive swapped) {
            return unknownConstructors[swapped.index()] != null
                    || (constructor && swapped == superclass && !superclassSwapped());
        }

        private boolean superclassSwapped() {
            return superclassSite != null && superclassSite.skipped() == null;
        }

        private void countHere(int counter) {
            if (counter != Site.UNCOUNTED) {
                count(mv, counter);
                extraStack = 1;
            }
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            Object[] swapped = arguments.clone();
            boolean lambda = bootstrap.getOwner().equals(LAMBDAS);
            for (int i = 0; i < swapped.length; i++) {
                swapped[i] = constant(swapped[i], lambda, lambda && isSerializable(bootstrap, arguments));
            }
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, swapped);
        }

        private boolean isSerializable(Handle bootstrap, Object[] arguments) {
            return bootstrap.getName().equals("altMetafactory")
                    && arguments.length > 3
                    && arguments[3] instanceof Integer
                    && ((Integer) arguments[3] & FLAG_SERIALIZABLE) != 0;
        }

        @Override
        public void visitLdcInsn(Object value) {
            super.visitLdcInsn(constant(value, false, false));
        }

        /**
         * The constant to use in place of {@code value}.
         *
         * @param lambda whether it is for a lambda, which takes what makes a more special type; anybody else may ask for exactly the type that was written
         */
        private Object constant(Object value, boolean lambda, boolean serializable) {
            if (value instanceof ConstantDynamic condy) {
                return dynamic(condy);
            }
            if (!(value instanceof Handle handle)) {
                return value;
            }
            Primitive swapped = catalogue.find(handle.getOwner());
            if (swapped == null) {
                return value;
            }
            if (handle.getTag() == Opcodes.H_INVOKESPECIAL && swapped == superclass && superclassSwapped()) {
                return new Handle(
                        handle.getTag(), catalogue.target(swapped), handle.getName(), handle.getDesc(), false);
            }
            if (handle.getTag() != Opcodes.H_NEWINVOKESPECIAL) {
                return value;
            }
            boolean addsMethods = scope == Scope.DEFINITION && major >= Opcodes.V1_8;
            Site site = site(method, line, swapped, Site.Kind.CONSTRUCTOR_REF, addsMethods && !serializable);
            if (serializable) {
                site.skip(SERIALIZABLE_LAMBDA);
            } else if (!lambda && !addsMethods) {
                site.skip(EXACT_HANDLE);
            }
            if (site.skipped() != null) {
                return value;
            }
            changed = true;
            String target = catalogue.target(swapped);
            if (lambda && site.counter() == Site.UNCOUNTED) {
                return new Handle(handle.getTag(), target, handle.getName(), handle.getDesc(), false);
            }
            Factory factory = new Factory(
                    "cqs$new$" + factories.size(),
                    swapped,
                    handle.getDesc(),
                    lambda ? target : handle.getOwner(),
                    site.counter());
            factories.add(factory);
            return new Handle(Opcodes.H_INVOKESTATIC, thisName, factory.name, factory.descriptor(), isInterface);
        }

        private ConstantDynamic dynamic(ConstantDynamic value) {
            int size = value.getBootstrapMethodArgumentCount();
            Object[] arguments = new Object[size];
            boolean differs = false;
            for (int i = 0; i < size; i++) {
                Object argument = value.getBootstrapMethodArgument(i);
                arguments[i] = constant(argument, false, false);
                differs |= arguments[i] != argument;
            }
            return differs
                    ? new ConstantDynamic(value.getName(), value.getDescriptor(), value.getBootstrapMethod(), arguments)
                    : value;
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(maxStack + extraStack, maxLocals);
        }
    }
}
