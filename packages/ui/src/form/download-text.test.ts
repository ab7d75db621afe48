import { expect, test } from 'vitest'
import { downloadText } from './download-text.ts'

test.for([
  [1200, 0, null, '正在生成，已 1 秒'],
  [1200, 0, 5000, '正在生成，已 1 秒'],
  [3900, 2499, 5000, '已下载 49%，已 3 秒'],
  [3900, 6000, 5000, '已下载 100%，已 3 秒'],
  [3900, 0, 0, '正在生成，已 3 秒'],
  [61_000, 999, null, '已下载 1 KB，已 61 秒'],
  [61_000, 2_340_000, null, '已下载 2.3 MB，已 61 秒'],
] as const)('%i ms, %i of %o bytes: %s', ([elapsedMs, loaded, total, text]) => {
  expect(downloadText({ elapsedMs, loaded, total })).toBe(text)
})
