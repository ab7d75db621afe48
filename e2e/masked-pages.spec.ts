import {
  abnormalBlocks,
  abnormalSheets,
  leaderDecide,
  leaderList,
  markNext,
  markSubmit,
} from '@hengjuan/contracts'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { painted } from './mark-by-key.ts'
import { shoot, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
const HANDLE = '/MainPage/error-home/error-handle'
const DECIDING = '/MainPage/markPaper/markPage/arbitration-marking'
const HINT = '斜纹处的作答涉及情绪或安全风险，只对学校管理员显示'

const blockOf = () => {
  const block = stage.world.underWay.blocks.find(({ subjectId }) => subjectId === MATHEMATICS)
  if (!block) throw new Error('mathematics has blocks')
  return block
}

/** What waits for the leader as a problem, by its secret code. */
async function problemOf(code: string) {
  const leader = await stage.world.signIn('leader')
  const { list } = await leader.call(leaderList, { query: { mode: 'problem' } })
  const problem = list.find(({ secret_code }) => secret_code === code)
  if (!problem) throw new Error('the problem waits for its leader')
  return { leader, problem }
}

test('an answer that speaks of danger is hatched on whole pages, but not for the administrator', async () => {
  const { blockId } = blockOf()
  const at = { exam_id: stage.world.underWay.exam.examId, subject_id: MATHEMATICS }
  const marker = await stage.world.signIn('marker1')
  const [task] = (await marker.call(markNext, { query: { block_id: blockId, n: 1 } })).tasks
  if (!task) throw new Error('a paper waits')
  await marker.call(markSubmit, {
    body: {
      block_id: blockId,
      reading_id: task.reading_id,
      idem_key: ulid(),
      problem: { reason: 'emotional_or_risk', note: '作答中说不想活了' },
    },
  })
  const { leader, problem } = await problemOf(task.secret_code)
  await leader.call(leaderDecide, {
    body: { mode: 'problem', unit_id: problem.unit_id, idem_key: ulid(), outcome: 'to_image' },
  })
  const operator = await stage.world.signIn('operator')
  const [waiting] = (await operator.call(abnormalSheets, { query: at })).list
  if (!waiting) throw new Error('the paper waits')
  const { candidate_id } = waiting
  const shown = await operator.call(abnormalBlocks, { query: { ...at, candidate_id } })
  expect(shown.blocks.find(({ block_id }) => block_id === blockId)?.is_risk).toBe(true)

  const address = `${HANDLE}?exam_id=${at.exam_id}&subject_id=${MATHEMATICS}`
  const handling = await stage.enter('operator', address)
  await handling.page.getByText(waiting.exam_no).click()
  await handling.page.getByText(HINT).waitFor()
  await handling.page
    .getByText('图像只对学校管理员显示；需要更换图像时，请联系学校管理员处理')
    .waitFor()
  expect(await handling.page.getByRole('button', { name: '上传图像' }).count()).toBe(0)
  await handling.page.waitForLoadState('networkidle')
  await shoot(handling.page, HANDLE, 'masked')
  expect(await tooWide(handling.page)).toEqual([])
  expectQuiet(handling)

  const admin = await stage.enter('admin', address)
  await admin.page.getByText(waiting.exam_no).click()
  await admin.page.getByRole('button', { name: '上传图像' }).waitFor()
  expect(await admin.page.getByText(HINT).count()).toBe(0)
  expectQuiet(admin)
})

test('what a marker flagged a paper as goes with it to the leader as a problem', async () => {
  const { blockId } = blockOf()
  const marking = await stage.enter('marker2', `/marking?block_id=${blockId}`)
  const { page } = marking
  await painted(page)
  const code = (await page.getByText(/^密号/).first().textContent()) ?? ''
  await page.keyboard.press('e')
  await page.keyboard.press('q')
  await page.getByRole('menu', { name: '问题原因' }).waitFor()
  await page.keyboard.press('1')
  const found = async () => {
    const leader = await stage.world.signIn('leader')
    const { list } = await leader.call(leaderList, { query: { mode: 'problem' } })
    return list.find(({ secret_code }) => code.includes(secret_code))?.secret_code ?? ''
  }
  await expect.poll(found, { timeout: 20_000 }).not.toBe('')
  const { problem } = await problemOf(await found())
  const deciding = await stage.enter(
    'leader',
    `${DECIDING}?mode=problem&unit_id=${problem.unit_id}`,
  )
  await deciding.page.getByText('阅卷教师标为优秀卷').waitFor()
  await shoot(deciding.page, DECIDING, 'flagged-problem')
  expectQuiet(deciding)
})
