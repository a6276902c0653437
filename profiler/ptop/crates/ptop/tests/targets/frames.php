<?php
// A PHP target for the tests: does what each line of its input says, and answers `done`.

function used(): float
{
    $usage = getrusage();
    return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1000
        + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1000;
}

function burn($ms): int
{
    $end = used() + $ms;
    $value = 0;
    while (used() < $end) {
        for ($i = 0; $i < 20000; $i++) {
            $value = ($value * 31 + $i) & 0xffffff;
        }
    }
    return $value;
}

function outer($ms)
{
    inner($ms);
}

function inner($ms)
{
    burn($ms);
}

function descend($depth, $ms)
{
    if ($depth == 0) {
        burn($ms);
    } else {
        descend($depth - 1, $ms);
    }
}

function rank($one, $other)
{
    burn(20);
    return $one <=> $other;
}

function order($ms)
{
    for ($end = used() + $ms; used() < $end;) {
        $values = [2, 1];
        usort($values, 'rank');
    }
}

function nest($depth, $ms)
{
    if ($depth == 0) {
        burn($ms);
    } else {
        array_map(function ($none) use ($depth, $ms) {
            nest($depth - 1, $ms);
        }, [0]);
    }
}

function numbers($ms)
{
    for ($i = 0; $i < 4; $i++) {
        burn($ms / 4);
        yield $i;
    }
}

function consume($ms)
{
    foreach (numbers($ms) as $number) {
        if ($number < 0) {
            return;
        }
    }
}

class Service
{
    public function handle($ms)
    {
        $work = function ($ms) {
            self::work($ms);
        };
        $work($ms);
    }

    private static function work($ms)
    {
        burn($ms);
    }

    public function __call($name, $arguments)
    {
        burn($arguments[0]);
    }

    public function __destruct()
    {
        burn(400);
    }
}

class Silent extends Service
{
    public function __destruct()
    {
    }
}

function magic($ms)
{
    static $service = null;
    $service = $service ?? new Silent();
    $service->absent($ms);
}

function drop($ms)
{
    $service = new Service();
}

function fail($ms)
{
    try {
        refuse(5);
    } catch (RuntimeException $exception) {
        burn($ms / 2);
    } finally {
        burn($ms / 2);
    }
}

function refuse($depth)
{
    if ($depth == 0) {
        throw new RuntimeException('no');
    }
    refuse($depth - 1);
}

function part($ms)
{
    include __DIR__ . '/frames_part.php';
}

function suspended($ms)
{
    for ($i = 0; $i < 4; $i++) {
        burn($ms / 4);
        Fiber::suspend();
    }
}

function resume($ms)
{
    $fiber = new Fiber('suspended');
    $fiber->start($ms);
    while (!$fiber->isTerminated()) {
        $fiber->resume();
    }
}

function match_all($ms)
{
    $subject = str_repeat('a', 2000);
    for ($end = used() + $ms; used() < $end;) {
        for ($i = 0; $i < 20; $i++) {
            preg_match('/a*a*a*b/', $subject);
        }
    }
}

function größe($ms)
{
    burn($ms);
}

function count_up($ms)
{
    $end = used() + $ms;
    while (used() < $end) {
        $value = 0;
        while ($value < 20000) {
            $value++;
        }
    }
}

function nap($ms)
{
    usleep((int) ($ms * 1000));
}

function obey($words)
{
    $name = array_shift($words);
    if ($name === 'handle') {
        (new Silent())->handle(...$words);
    } else {
        $name(...$words);
    }
}

while (($line = fgets(STDIN)) !== false) {
    obey(explode(' ', trim($line)));
    fwrite(STDOUT, "done\n");
}
