import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type RunningAct, waitReason } from './act-words.ts'
import { ActLine } from './ActLine.tsx'

const act: RunningAct = {
  kind: 'publish',
  subject_id: null,
  block_id: null,
  by_name: '李主任',
  started_at: '2026-11-28T08:00:00.000Z',
  step: 'lock',
  done: 400,
  total: 1000,
}

test('an act that takes long says who does it, which step, and how much of it', () => {
  const page = renderToStaticMarkup(<ActLine act={act} />)
  expect(page).toContain('李主任正在发布成绩：锁定试卷<')
  expect(page).toContain('aria-valuenow="40"')
  expect(page).toContain('400/1000')
  expect(waitReason(act)).toBe('李主任正在发布成绩（锁定试卷 400/1000），完成后再操作')
})

test('a step that counts nothing has no bar, and before the first one nothing is said of steps', () => {
  const gathering = renderToStaticMarkup(
    <ActLine act={{ ...act, step: 'gather', done: 0, total: 0 }} />,
  )
  expect(gathering).toContain('李主任正在发布成绩：汇总成绩并排名…')
  expect(gathering).not.toContain('progressbar')
  const begun = { ...act, step: null, done: 0, total: 0 }
  expect(renderToStaticMarkup(<ActLine act={begun} />)).toContain('李主任正在发布成绩…')
  expect(waitReason(begun)).toBe('李主任正在发布成绩，完成后再操作')
  expect(renderToStaticMarkup(<ActLine act={null} />)).toBe('')
})
