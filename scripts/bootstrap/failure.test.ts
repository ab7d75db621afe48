import { expect, test } from 'vitest'

import { explain, nodeTooOld } from './failure.mjs'

test.for([
  ['18.20.4', true],
  ['20.18.1', true],
  ['20.19.0', false],
  ['22.3.0', false],
  ['24.21.0', false],
] as const)('Node.js %s is too old: %s', ([version, old]) => {
  expect(nodeTooOld(version) !== undefined).toBe(old)
})

test.for([
  ['npm error code ENOSPC', '磁盘空间不足'],
  ['write: No space left on device (os error 28)', '磁盘空间不足'],
  ['npm error code ENOTFOUND\nnpm error network request to …', '连不上 npm 软件源'],
  ['connect ECONNREFUSED 127.0.0.1:9', '连不上 npm 软件源'],
  ['SELF_SIGNED_CERT_IN_CHAIN', '证书'],
  ["EACCES: permission denied, mkdir '/opt'", '没有写入权限'],
  ['ERR_PNPM_OUTDATED_LOCKFILE', 'pnpm-lock.yaml'],
  ['something nobody thought of', '请查看下面的输出'],
] as const)('"%s" is explained as %s', ([output, advice]) => {
  expect(explain('安装依赖', output).message).toContain(advice)
})

test('the explanation ends with what the tool wrote', () => {
  const output = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')
  const { message } = explain('安装依赖', output)
  expect(message).toMatch(/line 39$/)
  expect(message).not.toContain('line 24\n')
})
