import {
  allocationGet,
  allocationSet,
  blockSettingsGet,
  blockSettingsSet,
  staffList,
  staffUpdate,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { settle, shoot, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2

test('a scope that leaves papers without a reader is asked about before it is saved', async () => {
  const { underWay } = stage.world
  const block = underWay.blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 0,
  )
  if (!block) throw new Error('a block of mathematics is read once')
  const on = { exam_id: underWay.exam.examId, subject_id: MATHEMATICS }
  const admin = await stage.world.signIn('admin')
  const saved = async () => {
    const now = await admin.call(blockSettingsGet, { query: on })
    const own = now.blocks.find(({ block_id }) => block_id === block.blockId)
    return [own?.mark_scope, own?.avoid_own_school]
  }
  // One group that reads all there is: nothing is out of reach yet.
  const { schools, blocks } = await admin.call(blockSettingsGet, { query: on })
  const markers = blocks.find(({ block_id }) => block_id === block.blockId)?.markers ?? []
  const group = {
    name: '一组',
    school_ids: schools.map(({ school_id }) => school_id),
    marker_ids: markers.map(({ marker_id }) => marker_id),
  }
  await admin.call(blockSettingsSet, {
    body: {
      ...on,
      blocks: [{ block_id: block.blockId, mark_scope: 'group', school_groups: [group] }],
    },
  })

  const visitor = await stage.enter(
    'admin',
    `/MarkSet?exam_id=${on.exam_id}&subject_id=${MATHEMATICS}`,
  )
  const { page } = visitor
  const row = page.getByRole('row').filter({ hasText: block.name })
  await row.getByRole('button', { name: '设置', exact: true }).click()
  const drawer = page.getByRole('dialog').first()
  await drawer.getByText('更多设置').click()
  await drawer.getByLabel('回避本校').selectOption('1')
  await drawer.getByRole('button', { name: '保存到 1 个题块' }).click()
  const asked = page.getByRole('dialog', { name: '有试卷或任务量超出教师可评的范围' })
  await asked.getByText(/^\d+ 份评阅将没有教师可评/).waitFor()
  await asked.getByText(/\d+ 份评阅没有教师可评$/).waitFor()
  await settle(page)
  await shoot(page, '/MarkSet', 'out-of-reach')
  expect(await tooWide(page)).toEqual([])
  // Nothing is saved by being asked about, and what was chosen is there to be changed.
  expect(await saved()).toEqual(['group', 0])
  await asked.getByRole('button', { name: '返回修改' }).click()
  await asked.waitFor({ state: 'detached' })
  expect(await drawer.getByLabel('回避本校').inputValue()).toBe('1')

  await drawer.getByRole('button', { name: '保存到 1 个题块' }).click()
  await asked.getByRole('button', { name: '仍然保存' }).click()
  await page.getByText('阅卷设置已保存').waitFor()
  await drawer.waitFor({ state: 'detached' })
  expect(await saved()).toEqual(['group', 1])

  // What everybody can reach is saved without a question.
  await row.getByRole('button', { name: '设置', exact: true }).click()
  await drawer.getByText('更多设置').click()
  await drawer.getByLabel('回避本校').selectOption('0')
  await drawer.getByRole('button', { name: '保存到 1 个题块' }).click()
  await expect.poll(saved).toEqual(['group', 0])
  await drawer.waitFor({ state: 'detached' })
  expectQuiet(visitor)
})

test('classes that only their own teachers are left for are asked about, and named in the allocation', async () => {
  const { underWay } = stage.world
  const block = underWay.blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 0,
  )
  if (!block) throw new Error('a block of mathematics is read once')
  const on = { exam_id: underWay.exam.examId, subject_id: MATHEMATICS }
  const admin = await stage.world.signIn('admin')
  const { list: staff } = await admin.call(staffList, { query: { limit: 200 } })
  const classIds = staff
    .find(({ account }) => account === 'teacher1')
    ?.teaching.map(({ class_id }) => class_id)
  const before = await admin.call(allocationGet, { query: { block_id: block.blockId } })
  const [first, second] = before.list.filter(({ duty }) => duty === 'marker')
  if (!classIds || !first || !second) throw new Error('two people mark the block')
  // The classes of the exam are shared between two teachers, and nobody else marks.
  for (const [no, { marker_id: user_id }] of [first, second].entries())
    await admin.call(staffUpdate, {
      body: {
        user_id,
        teaching: classIds
          .filter((_, at) => at % 2 === no)
          .map((class_id) => ({ class_id, subject_id: MATHEMATICS })),
      },
    })
  await admin.call(allocationSet, {
    body: {
      block_id: block.blockId,
      alloc_mode: 1,
      quotas_are_weights: 0,
      markers: [first, second].map(({ marker_id }) => ({ marker_id })),
    },
  })
  const mixed = { block_id: block.blockId, mark_scope: 'mixed' as const, school_groups: [] }
  await admin.call(blockSettingsSet, { body: { ...on, blocks: [mixed] } })

  const visitor = await stage.enter(
    'admin',
    `/MarkSet?exam_id=${on.exam_id}&subject_id=${MATHEMATICS}`,
  )
  const { page } = visitor
  const row = page.getByRole('row').filter({ hasText: block.name })
  await row.getByRole('button', { name: '设置', exact: true }).click()
  const drawer = page.getByRole('dialog').first()
  await drawer.getByLabel('评卷方式').selectOption('2')
  await drawer.getByRole('button', { name: '保存到 1 个题块' }).click()
  const asked = page.getByRole('dialog', { name: '有试卷或任务量超出教师可评的范围' })
  await asked.getByText(/\d+ 份评阅没有教师可评（任课教师回避本班）$/).waitFor()
  await settle(page)
  await shoot(page, '/MarkSet', 'classes-out-of-reach')
  expect(await tooWide(page)).toEqual([])
  await asked.getByRole('button', { name: '仍然保存' }).click()
  await page.getByText('阅卷设置已保存').waitFor()

  await page.goto(`/setDistri?exam_id=${on.exam_id}&subject_id=${MATHEMATICS}`)
  const own = page.getByRole('row').filter({ hasText: block.name })
  await own.getByText(/\d+ 个班缺教师$/).waitFor()
  await settle(page)
  await shoot(page, '/setDistri', 'classes-without-readers')
  expect(await tooWide(page)).toEqual([])
  await own.getByRole('button', { name: '分配', exact: true }).click()
  await page.getByText('已保存的分配中，有的班级阅卷教师不够').waitFor()
  await settle(page)
  await shoot(page, '/setDistri', 'classes-in-drawer')
  expect(await tooWide(page)).toEqual([])
  expectQuiet(visitor)
})
