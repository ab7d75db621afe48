import type { JobInfo } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { shownJobs, sizeText, stateText, trayWords } from './job-words.ts'

const NOW = Date.parse('2026-12-04T08:00:00.000Z')
const job = (job_id: string, given: Partial<JobInfo>): JobInfo => ({
  job_id,
  kind: 'report',
  title: '报表',
  state: 'done',
  progress: 0,
  total: 0,
  step: '',
  message: '',
  file: null,
  result: null,
  by_name: '李主任',
  is_own: true,
  exam_id: null,
  created_at: '2026-12-04T07:00:00.000Z',
  started_at: null,
  finished_at: null,
  is_ending: false,
  can_cancel: false,
  can_retry: false,
  ...given,
})
const file = {
  name: 'a.xlsx',
  bytes: 1,
  url: '/v1/job/file',
  expires_at: '2026-12-08T00:00:00.000Z',
}

const jobs = [
  job('5', { state: 'waiting' }),
  job('4', { state: 'running' }),
  job('3', { state: 'failed', finished_at: '2026-12-04T07:30:00.000Z' }),
  job('2', { finished_at: '2026-12-02T07:00:00.000Z', file }),
  job('1', { finished_at: '2026-12-02T07:00:00.000Z' }),
]

test('tray: what runs comes first, and what was over a day ago is gone unless it left a file', () => {
  expect(shownJobs(jobs, NOW).map(({ job_id }) => job_id)).toEqual(['4', '5', '3', '2'])
})

test.for([
  ['', '后台任务：2 项进行中，1 项没有完成', true, true],
  ['2026-12-03T00:00:00.000Z', '后台任务：2 项进行中，1 项没有完成', true, true],
  ['2026-12-04T07:30:00.000Z', '后台任务：2 项进行中', false, false],
] as const)('tray: seen until %o it says %s', ([seenAt, label, hasNews, hasFailed]) => {
  expect(trayWords(jobs, seenAt)).toEqual({ live: 2, label, hasNews, hasFailed })
})

test.for([
  [{ state: 'waiting' }, '排队等待'],
  [{ state: 'waiting', message: '处理时出错，稍后自动重试' }, '处理时出错，稍后自动重试'],
  [{ state: 'running', step: '写入' }, '写入'],
  [{ state: 'running', is_ending: true }, '正在取消…'],
  [{ state: 'failed', message: '成绩还没有合成' }, '成绩还没有合成'],
  [{ state: 'cancelled' }, '已取消'],
] as const)('job: %o is told as %s', ([given, text]) => {
  expect(stateText(job('1', given))).toBe(text)
})

test.for([
  [512, '512 字节'],
  [1500, '2 KB'],
  [3_400_000, '3.2 MB'],
] as const)('file: %i bytes are %s', ([bytes, text]) => {
  expect(sizeText(bytes)).toBe(text)
})
