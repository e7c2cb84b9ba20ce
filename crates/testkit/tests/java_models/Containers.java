/** Does random operations on collections and prints what they hold; compiled against the JDK's and the models. */
package PACKAGE;

IMPORTS
import java.io.PrintStream;
import java.util.Comparator;
import java.util.Iterator;
import java.util.function.Supplier;

public final class Containers {
    private final PrintStream out;
    private final java.util.Random random = new java.util.Random(7);

    private Containers(PrintStream out) {
        this.out = out;
    }

    public static void run(PrintStream out) {
        Containers containers = new Containers(out);
        for (int round = 0; round < 20; round++) {
            containers.list(new ArrayList<>());
            containers.list(new LinkedList<>());
            containers.list(new Vector<>());
            containers.map(new HashMap<>());
            containers.map(new HashMap<>(round, 0.5f + round));
            containers.map(new LinkedHashMap<>());
            containers.map(new LinkedHashMap<>(4, 0.75f, true));
            containers.set(new HashSet<>());
            containers.set(new LinkedHashSet<>());
            containers.deque(new ArrayDeque<>(round));
            containers.deque(new LinkedList<>());
            containers.queue(new PriorityQueue<>());
            containers.queue(new PriorityQueue<>(Comparator.<Integer>reverseOrder()));
        }
        containers.lru();
        containers.arrays();
        containers.fixed();
        containers.rest();
    }

    private void show(String question, Supplier<Object> answer) {
        String text;
        try {
            text = String.valueOf(answer.get());
        } catch (RuntimeException e) {
            // Texts about variables and copied arrays are those of the machine.
            boolean isShared = !e.toString().contains("because") && !e.toString().contains("arraycopy");
            text = isShared ? e.toString() : "a fault";
        }
        out.println(question + " = " + text);
    }

    private Integer any() {
        return random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(12);
    }

    private void list(List<Integer> list) {
        for (int i = 0; i < 60; i++) {
            Integer value = any();
            int at = random.nextInt(12) - (list instanceof Vector ? 0 : 1);
            int end = at + random.nextInt(4);
            switch (random.nextInt(16)) {
                case 0: show("remove at " + at, () -> list.remove(at)); break;
                case 1: show("remove " + value, () -> list.remove(value)); break;
                case 2: show("set " + at, () -> list.set(at, value)); break;
                case 3: show("insert " + at, () -> { list.add(at, value); return "done"; }); break;
                case 4: show("index " + value, () -> list.indexOf(value) + " " + list.lastIndexOf(value)); break;
                case 5: show("sort", () -> { list.sort(null); return list; }); break;
                case 6: show("all", () -> list.addAll(Arrays.asList(value, 3, 4))); break;
                case 7: show("all at " + at, () -> list.addAll(at, Arrays.asList(value, null)) + "" + list.remove(null)); break;
                case 8: show("remove if", () -> list.removeIf(x -> x != null && x % 3 == 0)); break;
                case 9: show("part " + at + " " + end, () -> list.subList(at, end).toString()); break;
                case 10: show("cut " + at + " " + end, () -> { list.subList(at, end).clear(); return list; }); break;
                case 11: show("walk", () -> walk(list)); break;
                case 12: show("change while walking", () -> { for (Integer x : list) { list.add(x); } return list; }); break;
                case 13: show("retain", () -> list.retainAll(Arrays.asList(1, 2, 3, 4, 5, 6, value))); break;
                default: show("add " + value, () -> list.add(value));
            }
            show("list", () -> list + " " + list.size() + " " + list.hashCode() + " " + list.contains(value));
        }
        show("reverse", () -> { Collections.reverse(list); return list; });
        show("equal", () -> list.equals(new ArrayList<>(list)) + " " + list.equals(Arrays.asList(1)));
        show("array", () -> Arrays.toString(list.toArray()) + list.toArray(new Integer[0]).length);
        show("max", () -> Collections.max(list) + " " + Collections.min(list) + " " + Collections.frequency(list, 1));
    }

    private String walk(List<Integer> list) {
        StringBuilder text = new StringBuilder();
        ListIterator<Integer> next = list.listIterator(list.size() / 2);
        while (next.hasPrevious()) {
            Integer value = next.previous();
            text.append(value).append(' ');
            if (value != null && value % 2 == 0) {
                next.set(value + 1);
            } else {
                next.remove();
            }
        }
        while (next.hasNext()) {
            text.append(next.nextIndex()).append(':').append(next.next()).append(' ');
            if (random.nextBoolean()) {
                next.add(77);
            }
        }
        next.remove();
        return text.toString();
    }

    private void map(Map<Integer, Integer> map) {
        for (int i = 0; i < 80; i++) {
            Integer key = random.nextInt(20) == 0 ? null : any();
            Integer value = any();
            switch (random.nextInt(16)) {
                case 0: show("remove " + key, () -> map.remove(key)); break;
                case 1: show("absent " + key, () -> map.putIfAbsent(key, value)); break;
                case 2: show("make " + key, () -> map.computeIfAbsent(key, k -> value)); break;
                case 3: show("present " + key, () -> map.computeIfPresent(key, (k, v) -> v % 2 == 0 ? null : v + 1)); break;
                case 4: show("compute " + key, () -> map.compute(key, (k, v) -> v == null ? value : null)); break;
                case 5: show("merge " + key, () -> map.merge(key, value, (a, b) -> a > b ? null : a + b)); break;
                case 6: show("get " + key, () -> map.get(key) + " " + map.getOrDefault(key, -1)); break;
                case 7: show("replace " + key, () -> map.replace(key, value) + " " + map.replace(key, value, 5)); break;
                case 8: show("remove pair " + key, () -> map.remove(key, 5)); break;
                case 9: show("walk", () -> walk(map)); break;
                case 10: show("grow while walking", () -> {
                    for (Integer k : map.keySet()) {
                        map.put(value, k);
                        map.remove(value);
                    }
                    return "done";
                }); break;
                default: show("put " + key, () -> map.put(key, value));
            }
            show("map", () -> map + " " + map.size() + " " + map.hashCode() + " " + map.containsKey(key) + " "
                + map.containsValue(value) + map.keySet() + map.values());
        }
        Map<Integer, Integer> copy = new HashMap<>(map);
        show("copy", () -> copy + " " + copy.equals(map));
        show("all", () -> { copy.putAll(map); return copy; });
    }

    private String walk(Map<Integer, Integer> map) {
        StringBuilder text = new StringBuilder();
        for (Iterator<Map.Entry<Integer, Integer>> next = map.entrySet().iterator(); next.hasNext();) {
            Map.Entry<Integer, Integer> entry = next.next();
            text.append(entry).append(' ');
            if (random.nextInt(3) == 0) {
                next.remove();
            } else {
                entry.setValue(random.nextInt(9));
            }
        }
        return text.toString();
    }

    private void set(Set<Integer> set) {
        for (int i = 0; i < 40; i++) {
            Integer value = any();
            switch (random.nextInt(6)) {
                case 0: show("remove " + value, () -> set.remove(value)); break;
                case 1: show("all", () -> set.addAll(Arrays.asList(value, 1, 30))); break;
                case 2: show("none", () -> set.removeAll(Arrays.asList(1, 2, 3))); break;
                default: show("add " + value, () -> set.add(value));
            }
            show("set", () -> set + " " + set.hashCode() + " " + set.contains(value));
        }
        show("equal", () -> set.equals(new HashSet<>(set)) + " " + new LinkedHashSet<>(set));
    }

    private void deque(Deque<Integer> deque) {
        for (int i = 0; i < 60; i++) {
            Integer value = any();
            switch (random.nextInt(14)) {
                case 0: show("push", () -> { deque.push(value); return value; }); break;
                case 1: show("pop", () -> deque.pop()); break;
                case 2: show("pollLast", () -> deque.pollLast()); break;
                case 3: show("poll", () -> deque.poll()); break;
                case 4: show("peek", () -> deque.peekFirst() + " " + deque.peekLast()); break;
                case 5: show("first", () -> deque.getFirst() + " " + deque.getLast()); break;
                case 6: show("last occurrence", () -> deque.removeLastOccurrence(value)); break;
                case 7: show("removeLast", () -> deque.removeLast()); break;
                case 8: show("backwards", () -> {
                    String text = "";
                    for (Iterator<Integer> next = deque.descendingIterator(); next.hasNext();) {
                        text += next.next() + " ";
                    }
                    return text;
                }); break;
                case 9: show("remove if", () -> deque.removeIf(x -> x % 5 == 0)); break;
                default: show("offer", () -> deque.offer(value));
            }
            show("deque", () -> deque + " " + deque.size() + " " + deque.contains(value));
        }
        show("clear", () -> { deque.clear(); return deque.isEmpty() + " " + deque.element(); });
    }

    private void queue(PriorityQueue<Integer> queue) {
        for (int i = 0; i < 60; i++) {
            Integer value = any();
            switch (random.nextInt(5)) {
                case 0: show("poll", () -> queue.poll()); break;
                case 1: show("remove", () -> queue.remove(value)); break;
                default: show("add", () -> queue.add(value));
            }
            show("queue", () -> queue + " " + queue.peek());
        }
        show("copy", () -> new PriorityQueue<>(Arrays.asList(5, 2, 9, 1, 7, 3)));
    }

    private void lru() {
        Map<String, Integer> cache = new LinkedHashMap<String, Integer>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
                return size() > 3;
            }
        };
        for (String key : "a b c a d b e f a a c".split(" ")) {
            show("lru " + key, () -> cache.merge(key, 1, (x, y) -> x + y) + " " + cache);
        }
        Map<String, Integer> words = new HashMap<>();
        for (int i = 0; i < 200; i++) {
            words.merge("w" + random.nextInt(90), i, (x, y) -> x + y);
        }
        out.println(words);
    }

    private void arrays() {
        for (int i = 0; i < 40; i++) {
            int[] ints = new int[random.nextInt(12)];
            Integer[] boxes = new Integer[ints.length];
            Arrays.setAll(ints, k -> random.nextInt(9));
            Arrays.setAll(boxes, k -> ints[k]);
            int from = random.nextInt(10) - 2;
            int to = from + random.nextInt(6) - 1;
            show("ints", () -> Arrays.toString(ints) + Arrays.hashCode(ints));
            show("copy " + from + " " + to, () -> Arrays.toString(Arrays.copyOfRange(ints, from, to)));
            show("boxes " + from + " " + to, () -> Arrays.toString(Arrays.copyOfRange(boxes, from, to)));
            show("resize " + from, () -> Arrays.toString(Arrays.copyOf(ints, from)));
            show("sort " + from + " " + to, () -> { Arrays.sort(ints, from, to); return Arrays.toString(ints); });
            show("fill " + from + " " + to, () -> { Arrays.fill(ints, from, to, 7); return Arrays.toString(ints); });
            Arrays.sort(ints);
            show("search", () -> Arrays.toString(ints) + (Arrays.binarySearch(ints, 4) >= 0));
            Arrays.sort(boxes, Comparator.comparing((Integer x) -> x % 3).thenComparing(Comparator.reverseOrder()));
            show("by remainder", () -> Arrays.toString(boxes) + Arrays.equals(ints, ints.clone()));
        }
        Object[] deep = {1, new int[] {2, 3}, new String[][] {{"a"}, null}, null, 'c'};
        show("deep", () -> Arrays.deepToString(deep) + Arrays.deepHashCode(deep) + Arrays.deepEquals(deep, deep.clone()));
        show("doubles", () -> { double[] d = {2, -0.0, 0.0, 0.0 / 0, -1}; Arrays.sort(d); return Arrays.toString(d); });
        show("chars", () -> Arrays.toString("hello".toCharArray()) + Arrays.toString((long[]) null));
    }

    private void fixed() {
        List<Integer> of = List.of(1, 2, 3);
        List<Integer> asList = Arrays.asList(1, 2, 3);
        for (List<Integer> list : Arrays.asList(of, asList, Collections.unmodifiableList(asList), Collections.nCopies(3, 1))) {
            show("fixed", () -> list + " " + list.hashCode() + " " + list.equals(of));
            show("add", () -> list.add(4));
            show("set", () -> list.set(0, 9));
            show("remove", () -> list.remove(0));
            show("get", () -> list.get(3));
            show("sort", () -> { list.sort(Comparator.reverseOrder()); return list; });
            show("contains", () -> list.contains(null));
        }
        show("null", () -> List.of(1, null));
        show("copy", () -> List.copyOf(asList));
    }

    private void rest() {
        Stack<Integer> stack = new Stack<>();
        show("push", () -> stack.push(1) + stack.push(2));
        show("search", () -> stack.search(1) + " " + stack.peek() + stack.pop() + stack.pop());
        show("pop", () -> stack.pop());
        show("optional", () -> Optional.of(1).map(x -> x + 1) + " " + Optional.empty() + Optional.ofNullable(null).isPresent());
        show("none", () -> Optional.empty().get());
        show("joiner", () -> new StringJoiner(",", "[", "]").add("a").add("b") + "" + new StringJoiner("-").setEmptyValue("E"));
        Random numbers = new Random(5);
        for (int i = 0; i < 20; i++) {
            show("random", () -> numbers.nextInt() + " " + numbers.nextInt(10) + " " + numbers.nextInt(16) + " "
                + numbers.nextLong() + " " + numbers.nextBoolean() + " " + (int) (numbers.nextDouble() * 1e6) + " "
                + (int) (numbers.nextFloat() * 1e6f));
        }
        show("hash", () -> Objects.hash(1, "a", null) + " " + Objects.equals(null, null) + Objects.toString(null));
        show("index", () -> Objects.checkIndex(3, 3));
        show("require", () -> Objects.requireNonNull(null, "message"));
    }
}
