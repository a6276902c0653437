// A .NET target for the tests: does what each line of its input says, and answers `done`.

using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;

namespace Shop
{
    public interface IPrice { void Ask(long ms); }

    public class Tax : IPrice
    {
        [MethodImpl(MethodImplOptions.NoInlining)] public void Ask(long ms) { Frames.Burn(ms); Frames.Used++; }
    }

    public class Box<T> where T : IPrice
    {
        readonly T inner;
        public Box(T inner) { this.inner = inner; }
        [MethodImpl(MethodImplOptions.NoInlining)] public void Open(long ms) { inner.Ask(ms); Frames.Used++; }
        public struct Lid
        {
            [MethodImpl(MethodImplOptions.NoInlining)] public void Lift(long ms) { Frames.Burn(ms); Frames.Used++; }
        }
    }

    public static unsafe class Frames
    {
        public static long Used;

        [DllImport("libc.so.6")] static extern void qsort(long* first, UIntPtr count, UIntPtr bytes, IntPtr compare);
        [DllImport("libc.so.6")] static extern int clock_gettime(int clock, long* time);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] delegate int Comparer(long* one, long* other);

        // CPU time of this thread, in milliseconds.
        [MethodImpl(MethodImplOptions.NoInlining)] static long Time()
        {
            long* time = stackalloc long[2];
            clock_gettime(3, time);
            return time[0] * 1000 + time[1] / 1000000;
        }

        [MethodImpl(MethodImplOptions.NoInlining)] public static void Burn(long ms)
        {
            long end = Time() + ms, x = 1;
            while (Time() < end) for (int i = 0; i < 100000; i++) x = x * 6364136223846793005L + 1442695040888963407L;
            Used += x & 1;
        }

        // Has no frame, and is where the time goes.
        [MethodImpl(MethodImplOptions.NoInlining)] static long Leaf(long x) { return x * 3 + 1; }

        [MethodImpl(MethodImplOptions.NoInlining)] static void Leaves(long ms)
        {
            long end = Time() + ms, x = 1;
            while (Time() < end) for (int i = 0; i < 100000; i++) x = Leaf(x);
            Used += x & 1;
        }

        [MethodImpl(MethodImplOptions.NoInlining)] static void Descend(long depth, long ms)
        {
            if (depth == 0) Burn(ms); else Descend(depth - 1, ms);
            Used++;
        }

        [MethodImpl(MethodImplOptions.NoInlining)] static void Call(Action<long> what, long ms) { what(ms); Used++; }

        [MethodImpl(MethodImplOptions.NoInlining)] static void Close(long ms)
        {
            long added = ms & 1;
            Call(time => { Burn(time); Used += added; }, ms);
            Used++;
        }

        [MethodImpl(MethodImplOptions.NoInlining)] static IEnumerable<long> Numbers(long ms)
        {
            for (int i = 0; i < 4; i++) { Burn(ms / 4); yield return i; }
        }

        [MethodImpl(MethodImplOptions.NoInlining)] static void Consume(long ms)
        {
            foreach (long number in Numbers(ms)) Used += number;
        }

        static long share;
        [MethodImpl(MethodImplOptions.NoInlining)] static int Rank(long* one, long* other) { Burn(share); return one[0].CompareTo(other[0]); }
        static readonly Comparer rank = Rank;

        // C code that calls back: four values need four comparisons.
        [MethodImpl(MethodImplOptions.NoInlining)] static void Order(long ms)
        {
            long* values = stackalloc long[4] { 1, 2, 3, 4 };
            share = ms / 4;
            qsort(values, (UIntPtr)4, (UIntPtr)8, Marshal.GetFunctionPointerForDelegate(rank));
        }

        [MethodImpl(MethodImplOptions.NoInlining)] static void Fail(long ms) { if (ms > 0) throw new InvalidOperationException(); }

        [MethodImpl(MethodImplOptions.NoInlining)] static void Handle(long ms)
        {
            try { Fail(ms); }
            catch (InvalidOperationException) { Burn(ms); Used++; }
        }

        [MethodImpl(MethodImplOptions.NoInlining)] static void Größe(long ms) { Burn(ms); Used++; }

        [MethodImpl(MethodImplOptions.NoInlining)] static void Obey(string[] words)
        {
            long ms = long.Parse(words[words.Length - 1]);
            switch (words[0])
            {
                case "box": new Box<Tax>(new Tax()).Open(ms); break;
                case "lid": new Box<Tax>.Lid().Lift(ms); break;
                case "leaves": Leaves(ms); break;
                case "descend": Descend(long.Parse(words[1]), ms); break;
                case "close": Close(ms); break;
                case "consume": Consume(ms); break;
                case "order": Order(ms); break;
                case "handle": Handle(ms); break;
                case "latin": Größe(ms); break;
                case "thread": var thread = new Thread(() => Burn(ms)); thread.Start(); thread.Join(); break;
                case "task": Task.Run(() => Burn(ms)).Wait(); break;
            }
            Used++;
        }

        [MethodImpl(MethodImplOptions.NoInlining)] public static void Main()
        {
            string line;
            while ((line = Console.ReadLine()) != null)
            {
                Obey(line.Split(' '));
                Console.WriteLine("done");
            }
        }
    }
}
