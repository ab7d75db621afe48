import {
  allocationGet,
  allocationSet,
  blockSettingsGet,
  blockSettingsSet,
  staffDelete,
  staffUpdate,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { settle, shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const CHINESE = 1
const MATHEMATICS = 2

/** A block of the exam that is under way. */
function blockNamed(subjectId: number, name: string): number {
  const { blocks } = stage.world.underWay
  const block = blocks.find((one) => one.subjectId === subjectId && one.name === name)
  if (!block) throw new Error(`${name} is under way`)
  return block.blockId
}

/** Who is a marker of a block by name. */
async function markerId(blockId: number, name: string): Promise<number> {
  const admin = await stage.world.signIn('admin')
  const { list } = await admin.call(allocationGet, { query: { block_id: blockId } })
  const row = list.find((one) => one.duty === 'marker' && one.name === name)
  if (!row) throw new Error(`${name} marks the block`)
  return row.marker_id
}

test('settings copied from a composition leave what belongs to its question', async () => {
  const { exam } = stage.world.underWay
  const on = { exam_id: exam.examId, subject_id: CHINESE }
  const admin = await stage.world.signIn('admin')
  const composition = blockNamed(CHINESE, '第22题')
  await admin.call(blockSettingsSet, {
    body: {
      ...on,
      blocks: [{ block_id: composition, words_least: 800, seed_point_milli: 3000, add_type: 1 }],
    },
  })
  const director = await stage.enter(
    'director',
    `/MarkSet?exam_id=${exam.examId}&subject_id=${CHINESE}`,
  )
  const { page } = director
  const row = page.getByRole('row').filter({ hasText: '第13题' })
  await row.getByRole('button', { name: '设置', exact: true }).click()
  await page.getByLabel('复制设置自').selectOption({ label: '第22题' })
  await page.getByText('随题目而定，不复制').waitFor()
  // Taken over by mistake: what is set stands there again, and nothing is left to be saved.
  await page.getByLabel('复制设置自').selectOption({ label: '不复制' })
  await page.getByText('随题目而定，不复制').waitFor({ state: 'detached' })
  await page.getByText(/^本次修改 \d+ 处$/).waitFor({ state: 'detached' })
  await page.getByLabel('复制设置自').selectOption({ label: '第22题' })
  const settings = async () =>
    (await admin.call(blockSettingsGet, { query: on })).blocks.find(
      ({ block_id }) => block_id === blockNamed(CHINESE, '第13题'),
    )
  const before = await settings()
  await page.getByText(/^本次修改 \d+ 处$/).click()
  await page.getByRole('term').filter({ hasText: '给分方式' }).waitFor()
  await settle(page)
  await shoot(page, '/MarkSet', 'copied')
  await page.getByRole('button', { name: '保存到 1 个题块' }).click()
  await page.getByText('阅卷设置已保存').waitFor()
  expect(await settings()).toMatchObject({ add_type: 1, words_least: 0, seed_point_milli: 0 })
  // What was copied is taken back, but for what somebody else has set since.
  await admin.call(blockSettingsSet, {
    body: { ...on, blocks: [{ block_id: blockNamed(CHINESE, '第13题'), min_ms: 5000 }] },
  })
  await page.getByRole('button', { name: '撤销' }).click()
  await page.getByText(/已恢复原来的阅卷设置/).waitFor()
  expect(await settings()).toEqual({ ...before, min_ms: 5000 })
  expectQuiet(director)
})

test('whose account is out of use is pointed out, and stopped', async () => {
  const { exam } = stage.world.underWay
  const admin = await stage.world.signIn('admin')
  const blockId = blockNamed(MATHEMATICS, '第18题')
  const id = await markerId(blockId, '赵若云')
  await admin.call(staffDelete, { body: { user_ids: [id] } })
  try {
    const director = await stage.enter(
      'director',
      `/setDistri?exam_id=${exam.examId}&subject_id=${MATHEMATICS}`,
    )
    const { page } = director
    const row = page.getByRole('row').filter({ hasText: '第18题' })
    await row.getByText('赵若云已不能阅卷').waitFor()
    await page.goto(`/changeMarker?block_id=${blockId}`)
    const marker = page.getByRole('row').filter({ hasText: '赵若云' }).first()
    await marker.getByText('已不能阅卷').waitFor()
    await settle(page)
    await shoot(page, '/changeMarker', 'unable')
    await page.getByLabel('赵若云的处理').selectOption('stop')
    await page.getByRole('button', { name: '保存调整' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '保存调整' }).click()
    await page.getByText(/阅卷员与任务已更新/).waitFor()
    await marker.getByText('已停止分配').waitFor()
    expectQuiet(director)
  } finally {
    await admin.call(staffUpdate, { body: { user_id: id, disabled: false } })
  }
})

test('a block whose markers are all taken off says so before and after, and where to go', async () => {
  const blockId = blockNamed(MATHEMATICS, '第22题')
  const director = await stage.enter('director', `/changeMarker?block_id=${blockId}`)
  const { page } = director
  await page.getByRole('button', { name: '移除全部教师' }).click()
  await page.getByText(/^移除后没有教师阅卷，共 \d+ 份试卷/).waitFor()
  await page.getByRole('button', { name: /^移除 \d+ 名教师/ }).click()
  await page.getByText('这个题块没有阅卷教师').waitFor()
  await settle(page)
  await shoot(page, '/changeMarker', 'nobody')
  await page.getByRole('link', { name: '去添加教师' }).click()
  await page.getByRole('heading', { name: '任务分配' }).waitFor()
  expectQuiet(director)
})

test('once papers that nobody could read are released, a small window says that none are left', async () => {
  const { exam } = stage.world.underWay
  const admin = await stage.world.signIn('admin')
  const blockId = blockNamed(MATHEMATICS, '第19题')
  const { list } = await admin.call(allocationGet, { query: { block_id: blockId } })
  const teacher = await stage.world.signIn('teacher1')
  await admin.call(allocationSet, {
    body: {
      block_id: blockId,
      markers: [
        { marker_id: teacher.user.user_id, duty: 'marker' as const },
        ...list.flatMap(({ duty, marker_id }) =>
          duty === 'leader' ? [{ marker_id, duty: 'leader' as const }] : [],
        ),
      ],
    },
  })
  await admin.call(blockSettingsSet, {
    body: {
      exam_id: exam.examId,
      subject_id: MATHEMATICS,
      blocks: [{ block_id: blockId, avoid_own_class: 1 }],
    },
  })
  const director = await stage.enter(
    'director',
    `/stuck-papers?exam_id=${exam.examId}&block_id=${blockId}`,
    { width: 1280, height: 720 },
  )
  const { page } = director
  await page.getByText('回避本班：许航').first().waitFor()
  await page.getByRole('checkbox').first().check({ force: true })
  await page.getByRole('button', { name: /^放开回避/ }).click()
  await page.getByLabel('原因').fill('只有一名教师')
  await page.getByRole('button', { name: /^放开 \d+ 份/ }).click()
  const told = page.getByText('这个题块的每份试卷都有教师可以评阅')
  await told.waitFor()
  await settle(page)
  await shoot(page, '/stuck-papers', 'none-left')
  // Nothing lies over it: not cut off by the list that it stands in.
  const isShown = await told.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(isShown).toBe(true)
  expectQuiet(director)
})
