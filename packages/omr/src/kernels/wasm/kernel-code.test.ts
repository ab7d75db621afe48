import { expect, test } from 'vitest'
import { compileKernels } from './compile.ts'
import { kernelCode } from './kernel-code.ts'

test('the committed kernels are what their sources compile to', { timeout: 60_000 }, async () => {
  expect(Buffer.from(await compileKernels()).toString('base64')).toBe(kernelCode)
})
