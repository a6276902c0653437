<?php
// Busy until it is ended: numbers, text, arrays and a file now and then.

function collatz(int $number): int
{
    $steps = 0;
    while ($number != 1) {
        $number = $number % 2 == 0 ? intdiv($number, 2) : 3 * $number + 1;
        $steps++;
    }
    return $steps;
}

function tally(string $text): string
{
    $counts = [];
    foreach (explode(' ', $text) as $word) {
        $counts[$word] = ($counts[$word] ?? 0) + 1;
    }
    ksort($counts);
    return json_encode($counts);
}

function turn(int $start): void
{
    $steps = array_map(fn (int $number): int => collatz($start + $number), range(1, 400));
    file_put_contents('/dev/null', tally(implode(' ', array_map(fn (int $step): int => $step % 97, $steps))));
}

echo '{"event":"busy"}', "\n";
for ($start = 1;; $start = $start % 100000 + 400) {
    turn($start);
}
