import { describe, expect, test } from 'vitest';
import { readProxySettings } from './proxy-settings.ts';

type Environment = Readonly<Record<string, string>>;

const proxy = 'http://proxy.example:3128';

function proxyOf(address: string, env: Environment): string | undefined {
  const { problems, wayTo } = readProxySettings(env);
  expect(problems).toEqual([]);
  return wayTo(new URL(address)).proxy?.url.href;
}

function problemsOf(env: Environment): readonly string[] {
  return readProxySettings(env).problems.map(({ problem }) => problem);
}

describe('the address of a proxy', () => {
  test.each([
    ['http://proxy.example:3128', 'http://proxy.example:3128/'],
    ['http://proxy.example:3128/', 'http://proxy.example:3128/'],
    ['HTTP://Proxy.Example:3128', 'http://proxy.example:3128/'],
    ['https://proxy.example', 'https://proxy.example/'],
    ['proxy.example:3128', 'http://proxy.example:3128/'],
    ['proxy.example', 'http://proxy.example/'],
    ['10.0.0.5:8080', 'http://10.0.0.5:8080/'],
    ['http://[2001:db8::5]:3128', 'http://[2001:db8::5]:3128/'],
    ['[::1]:3128', 'http://[::1]:3128/'],
    ['user:p%40ss%2Fword@proxy.example:3128', 'http://user:p%40ss%2Fword@proxy.example:3128/'],
    [' http://user@proxy.example:3128 ', 'http://user@proxy.example:3128/'],
  ])('is read as %s', (value, href) => {
    expect(proxyOf('https://a.example', { HTTPS_PROXY: value })).toBe(href);
  });

  test.each([
    ['socks5://proxy.example:1080', 'SOCKS'],
    ['socks5h://proxy.example:1080', 'SOCKS'],
    ['socks4a://proxy.example:1080', 'SOCKS'],
    ['SOCKS://proxy.example', 'SOCKS'],
    ['ftp://proxy.example', 'another scheme'],
    ['http://proxy.example:3128/path', 'a path, query or fragment'],
    ['http://user:secret#1@proxy.example:3128', 'not the address'],
    ['http://user:secret/1@proxy.example:3128', 'not the address'],
    ['http://user:1?secret@proxy.example:3128', 'a path, query or fragment'],
    ['http://user:50%@proxy.example:3128', 'percent-encoded'],
    ['http://us%3Aer:secret@proxy.example:3128', 'percent-encoded'],
    ['http://proxy.example:99999', 'not the address'],
    ['http://proxy.example:3128 http://other:3128', 'not the address'],
    ['http:proxy.example:3128', 'not the address'],
    ['http://', 'not the address'],
  ])('is refused by variable and form, never with its value: %s', (value, form) => {
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']) {
      const { problems, wayTo } = readProxySettings({ [name]: value });
      expect(problems).toEqual([
        { variable: name, problem: expect.stringContaining(form), remedy: expect.any(String) },
      ]);
      expect(JSON.stringify(problems)).toContain(name);
      expect(JSON.stringify(problems)).not.toMatch(/secret|user:|proxy\.example/u);
      expect(() => wayTo(new URL('https://a.example'))).toThrow(name);
    }
  });
});

describe('the variables of proxies', () => {
  test('are read in capitals and small letters, and ALL_PROXY where the other is not set', () => {
    const other = 'http://other.example:8080';
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy']) {
      for (const address of ['https://a.example', 'wss://a.example']) {
        expect(proxyOf(address, { [name]: proxy })).toBe(`${proxy}/`);
      }
    }
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']) {
      expect(proxyOf('http://a.example', { [name]: proxy })).toBe(`${proxy}/`);
    }
    expect(proxyOf('http://a.example', { HTTPS_PROXY: proxy })).toBeUndefined();
    expect(proxyOf('https://a.example', { HTTP_PROXY: proxy })).toBeUndefined();
    expect(proxyOf('https://a.example', { ALL_PROXY: other, https_proxy: proxy })).toBe(`${proxy}/`);
    expect(proxyOf('http://a.example', { ALL_PROXY: other, https_proxy: proxy })).toBe(`${other}/`);
    expect(proxyOf('https://a.example', { HTTPS_PROXY: '', https_proxy: ' ' })).toBeUndefined();
  });

  test('may say the same twice, and are refused when they say two things, which curl and Go decide differently', () => {
    expect(proxyOf('https://a.example', { HTTPS_PROXY: proxy, https_proxy: proxy })).toBe(`${proxy}/`);
    expect(problemsOf({ HTTPS_PROXY: proxy, https_proxy: 'http://other:1' })).toEqual([
      'HTTPS_PROXY and https_proxy have different values.',
    ]);
    expect(problemsOf({ NO_PROXY: 'a.example', no_proxy: 'b.example' })).toEqual([
      'NO_PROXY and no_proxy have different values.',
    ]);
  });
});

describe('NO_PROXY', () => {
  const direct = (list: string, address: string): boolean =>
    proxyOf(address, { HTTPS_PROXY: proxy, HTTP_PROXY: proxy, NO_PROXY: list }) === undefined;

  test.each([
    ['*', 'https://anything.example'],
    ['other.example, *', 'https://anything.example'],
    ['example.com', 'https://example.com'],
    ['example.com', 'https://deep.sub.example.com'],
    ['EXAMPLE.com', 'https://Sub.Example.COM'],
    ['example.com.', 'https://example.com'],
    ['example.com', 'https://example.com./'],
    ['.example.com', 'https://sub.example.com'],
    ['.example.com', 'https://example.com'],
    ['*.example.com', 'https://sub.example.com'],
    ['bücher.example', 'https://www.bücher.example'],
    ['my_host', 'https://my_host'],
    ['localhost', 'http://localhost:9090'],
    ['.svc,.cluster.local', 'https://prometheus.monitoring.svc'],
    ['a.example b.example', 'https://b.example'],
    ['a.example,b.example', 'https://b.example'],
    [' a.example , ,\tb.example\n', 'https://b.example'],
    ['10.0.0.0/8', 'http://10.96.0.1:6443'],
    ['10.1.2.3/8', 'http://10.96.0.1'],
    ['192.168.0.0/16,172.16.0.0/12', 'https://172.31.255.255'],
    ['0.0.0.0/0', 'https://203.0.113.9'],
    ['192.0.2.7', 'https://192.0.2.7'],
    ['192.0.2.7:8443', 'https://192.0.2.7:8443'],
    ['192.0.2.1-192.0.2.9', 'https://192.0.2.5'],
    ['fd00::/8', 'https://[fd12::1]'],
    ['[fd00::]/8', 'https://[fd12::1]'],
    ['::1', 'http://[::1]:9090'],
    ['[::1]', 'http://[::1]:9090'],
    ['[::1]:9090', 'http://[::1]:9090'],
    ['2001:DB8:0:0::1', 'https://[2001:db8::1]'],
    ['10.0.0.0/8', 'https://[::ffff:10.1.2.3]'],
    ['example.com:443', 'https://example.com'],
    ['example.com:443', 'https://sub.example.com:443'],
    ['example.com:80', 'http://example.com'],
    ['.example.com:8443', 'https://a.example.com:8443'],
  ])('%s: %s is reached without the proxy', (list, address) => {
    expect(direct(list, address)).toBe(true);
  });

  test.each([
    ['', 'https://a.example'],
    ['example.com', 'https://notexample.com'],
    ['example.com', 'https://example.com.evil.example'],
    ['.example.com', 'https://notexample.com'],
    ['*.example.com', 'https://example.com'],
    ['10.0.0.0/8', 'https://11.0.0.1'],
    ['10.0.0.0/8', 'https://10.example.com'],
    ['192.0.2.7', 'https://192.0.2.70'],
    ['192.0.2.7:8443', 'https://192.0.2.7'],
    ['192.0.2.1-192.0.2.9', 'https://192.0.2.10'],
    ['fd00::/8', 'https://[fe80::1]'],
    ['[::1]:9090', 'http://[::1]:9091'],
    ['example.com:443', 'http://example.com'],
    ['example.com:8443', 'https://example.com'],
  ])('%s: %s goes through the proxy', (list, address) => {
    expect(direct(list, address)).toBe(false);
  });

  test.each([
    ['10.0.0.0/33', 'a network'],
    ['fd00::/129', 'a network'],
    ['10.0.0.0/', 'a network'],
    ['192.168/16', 'a network'],
    ['10.0.0.0/255.0.0.0', 'a network'],
    ['10.0.0.0/8:443', 'a network'],
    ['example.com/path', 'a network'],
    ['https://example.com', 'a scheme'],
    ['192.168.', 'an incomplete address'],
    ['10.0', 'an incomplete address'],
    ['10.*', 'a wildcard'],
    ['*example.com', 'a wildcard'],
    ['a.*.example', 'a wildcard'],
    ['*:443', 'a wildcard'],
    ['example.com:0', 'a port'],
    ['example.com:70000', 'a port'],
    ['example.com:https', 'no host name'],
    ['a.example;b.example', 'no host name'],
    ['a.example|b.example', 'no host name'],
    ['<local>', 'no host name'],
    ['[::1', 'no host name'],
    ['fe80::1%eth0', 'a zone'],
    ['192.0.2.9-192.0.2.1', 'a range'],
    ['.', 'no host name'],
  ])('is refused by its form and its place: %s', (entry, form) => {
    const [problem, ...more] = problemsOf({ no_proxy: `a.example, ${entry}` });
    expect(problem).toContain(form);
    expect(problem).toMatch(/^no_proxy has .* \(entry 2\)\.$/u);
    expect(more).toEqual([]);
  });

  test('is refused where no proxy is set too, so that nothing of it waits for one', () => {
    expect(problemsOf({ NO_PROXY: '10.0.0.0/33' })).toHaveLength(1);
  });

  test('names the entry that makes an exception', () => {
    const { wayTo } = readProxySettings({ HTTPS_PROXY: proxy, NO_PROXY: 'a.example,.b.example' });
    expect(wayTo(new URL('https://x.b.example'))).toEqual({ proxy: undefined, exception: '.b.example' });
  });
});
