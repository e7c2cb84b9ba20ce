// The usual methods of strings.
//@ check: holds
//@ out: 12 o 4 8 -1
//@ out: WorldHello[]
//@ out: HELLO, WORLDhello, worldHeLLo, WorLdHello, you
//@ out: true true true falsetrue
//@ out: -1 -2 32 true
//@ out: [trim me][strip][true]
//@ out: ababab|a/b/c
//@ out: 4c 2none
//@ out: 3.5trueoknull
//@ out: Jello, WorldWorld-5058412680
//@ out: abcba-a-b-
public class StringMethods {
    public static void main(String[] args) {
        String s = "Hello, World";
        System.out.println(s.length() + " " + s.charAt(4) + " " + s.indexOf('o') + " " + s.lastIndexOf("o") + " " + s.indexOf("xyz"));
        System.out.println(s.substring(7) + s.substring(0, 5) + "[" + s.substring(3, 3) + "]");
        System.out.println(s.toUpperCase() + s.toLowerCase() + s.replace('l', 'L') + s.replace("World", "you"));
        System.out.println(s.startsWith("Hell") + " " + s.endsWith("d") + " " + s.contains(", ") + " " + s.isEmpty() + "".isEmpty());
        System.out.println("apple".compareTo("banana") + " " + "a".compareTo("abc") + " " + "b".compareTo("B") + " " + "X".equalsIgnoreCase("x"));
        System.out.println("[" + "  trim me \t".trim() + "][" + " strip ".strip() + "][" + " \n".isBlank() + "]");
        System.out.println("ab".repeat(3) + "-".repeat(0) + "|" + String.join("/", "a", "b", "c"));
        String[] parts = "a,b,,c,,".split(",");
        System.out.println(parts.length + parts[2] + parts[3] + " " + "x.y".split("\\.").length + "none".split(",")[0]);
        System.out.println(String.valueOf(3.5) + String.valueOf(true) + String.valueOf(new char[] {'o', 'k'}) + String.valueOf((Object) null));
        char[] chars = s.toCharArray();
        chars[0] = 'J';
        System.out.println(new String(chars) + new String(chars, 7, 5) + s.hashCode() + "".hashCode());
        System.out.println("aXbXc".replace("X", "") + "aaa".replace("aa", "b") + "ab".replace("", "-"));
    }
}
