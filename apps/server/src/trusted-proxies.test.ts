import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { trustedProxies } from './trusted-proxies.ts'

test.for<[text: string, address: string, hop: number, believed: boolean]>([
  ['1', '127.0.0.1', 0, true],
  ['1', '::ffff:10.2.3.4', 0, true],
  ['1', 'fd00::5', 0, true],
  // Whoever calls from the internet, without a proxy.
  ['1', '203.0.113.9', 0, false],
  // What the proxy was told by somebody else.
  ['1', '10.0.0.9', 1, false],
  ['2', '10.0.0.9', 1, true],
  ['203.0.113.7, 10.1.0.0/16', '203.0.113.7', 0, true],
  ['203.0.113.7, 10.1.0.0/16', '10.1.200.3', 1, true],
  ['203.0.113.7, 10.1.0.0/16', '10.2.0.1', 0, false],
  ['203.0.113.7', '127.0.0.1', 0, false],
])('TRUST_PROXY=%s: %s at hop %i is believed: %s', ([text, address, hop, believed]) => {
  const trusted = trustedProxies(text)
  expect(typeof trusted === 'function' && trusted(address, hop)).toBe(believed)
})

test('nobody is believed by default, and what is no address is refused at the start', () => {
  expect(readConfig({}).trustProxy).toBe(false)
  expect(readConfig({ TRUST_PROXY: '0' }).trustProxy).toBe(false)
  for (const TRUST_PROXY of ['yes', '10.0.0.0/40', '300.1.1.1', '99', '10.0.0.1,'])
    expect(() => readConfig({ TRUST_PROXY })).toThrow('TRUST_PROXY')
})
