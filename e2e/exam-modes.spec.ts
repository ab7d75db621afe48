import { resolve } from 'node:path'
import {
  blockSettingsSet,
  allocationSet,
  blockSettingsGet,
  candidateList,
  examProgress,
  examStatus,
  listExceptions,
  markingConfirm,
  markNext,
  markSubmit,
  padStatus,
  previewDetail,
  reportStudents,
  schoolMarkers,
  scoreImportConfirm,
  sheetDetail,
  sheetSave,
} from '@hengjuan/contracts'
import type { SheetGeometry } from '@hengjuan/sheet'
import type { Page } from 'playwright-core'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import type { Account } from '../scripts/demo/account.ts'
import { importTable } from '../scripts/demo/earlier-exams.ts'
import { confirmAway } from '../scripts/demo/exceptions.ts'
import { smallDesign, SMALL_KEYS } from '../scripts/demo/small-sheet.ts'
import { type Filled, sendSheets } from './sheet-pile.ts'
import { settle, shoot, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage('shared')
const [CHINESE, MATHEMATICS, PHYSICS] = [1, 2, 4]
const ORIGINAL = resolve(import.meta.dirname, '../docs/images/printed-sheet.png')

interface Candidate {
  candidateId: number
  examNo: string
  name: string
  className: string
}

/** Answers of a sheet: so many of the four choices are right, and both answers are written. */
const filled = (right: number, marks?: Record<string, number>): Filled => ({
  choices: Object.fromEntries(
    Object.entries(SMALL_KEYS).map(([no, key]) => [no, Number(no) <= right ? key : otherThan(key)]),
  ),
  optional: {},
  writing: { 5: 0.5, 6: 0.5 },
  ...(marks ? { marking: { scores: marks, misconduct: false, paperVariant: null } } : {}),
})
const otherThan = ([right]: readonly string[]): string[] => [right === 'A' ? 'B' : 'A']
const RIGHT_MILLI = 4000

/** From the first to the last step of the wizard, with one class of the first grade. */
async function createByWizard(
  page: Page,
  exam: { name: string; mode: string; subjects: readonly string[]; ways?: Record<string, string> },
): Promise<number> {
  const onward = page.getByRole('button', { name: '下一步' })
  await page.getByLabel('考试名称').fill(exam.name)
  await page.getByText(exam.mode).click()
  await onward.click()
  for (const subject of ['语文', '数学', '英语', '物理'])
    if (exam.subjects.includes(subject) === (subject === '物理'))
      await page.locator('label').filter({ hasText: subject }).first().click()
  for (const [subject, way] of Object.entries(exam.ways ?? {}))
    await page.getByLabel(`${subject}的考试模式`).selectOption({ label: way })
  await settle(page)
  expect(await tooWide(page)).toEqual([])
  await onward.click()
  await page.locator('label').filter({ hasText: '高一(2)班' }).click()
  await onward.click()
  await page.getByText(/40 名考生，考号 \d+ 位/).waitFor()
  await onward.click()
  await page.getByRole('button', { name: '创建考试并生成考生名单' }).click()
  await page.waitForURL(/exam-detail\/\d+\/subject-exam/)
  return Number(/exam-detail\/(\d+)\//.exec(page.url())?.[1])
}

/** The first candidates of the list, and the student of the demonstration among them. */
async function candidatesOf(director: Account, examId: number): Promise<Candidate[]> {
  const { list } = await director.call(candidateList, { query: { exam_id: examId, limit: 3 } })
  return list.map(({ candidate_id, exam_no, name, class_name }) => ({
    candidateId: candidate_id,
    examNo: exam_no,
    name,
    className: class_name,
  }))
}

async function saveSheet(
  director: Account,
  at: { exam_id: number; subject_id: number },
  entry: 'bars' | null,
): Promise<SheetGeometry> {
  const { sheet_id } = await director.call(sheetSave, {
    body: {
      ...at,
      name: `答题卡 ${at.exam_id}`,
      design: smallDesign('物理', entry),
      keys: SMALL_KEYS,
    },
  })
  const detail = await director.call(sheetDetail, { query: { sheet_id } })
  return detail.geometry as SheetGeometry
}

async function advance(
  director: Account,
  at: { exam_id: number; subject_id: number },
): Promise<void> {
  for (const status of [2, 3])
    await director.call(examStatus, { body: { ...at, status, known: ['testPage'] } })
}

/** Has everything of a subject read by one marker, who gives what `markOf` says of whose paper it is. */
async function markAll(
  director: Account,
  at: { exam_id: number; subject_id: number },
  candidates: readonly Candidate[],
  markOf: (candidate: Candidate, full: number) => number,
): Promise<void> {
  const owner = new Map<number, Candidate>()
  for (const candidate of candidates) {
    const { blocks } = await director.call(previewDetail, {
      query: { ...at, candidate_id: candidate.candidateId },
    })
    for (const { unit_id } of blocks) owner.set(unit_id, candidate)
  }
  const marker = await stage.world.signIn('marker1')
  const { blocks } = await director.call(blockSettingsGet, { query: at })
  for (const { block_id } of blocks)
    for (;;) {
      const { tasks } = await marker.call(markNext, { query: { block_id, n: 1 } })
      const [task] = tasks
      if (!task) break
      const whose = owner.get(task.unit_id)
      if (!whose) throw new Error('a paper of nobody')
      await marker.call(markSubmit, {
        body: {
          block_id,
          reading_id: task.reading_id,
          idem_key: ulid(),
          scores: task.points.map(({ full_milli }) => markOf(whose, full_milli)),
          active_ms: 3000,
        },
      })
    }
}

async function staffBlocks(
  director: Account,
  at: { exam_id: number; subject_id: number },
): Promise<number[]> {
  const { blocks } = await director.call(blockSettingsGet, { query: at })
  const staff = await director.call(schoolMarkers, { query: {} })
  const marker_id = staff.find(({ account }) => account === 'marker1')?.user_id ?? 0
  await director.call(blockSettingsSet, {
    body: {
      ...at,
      blocks: blocks.map(({ block_id }) => ({ block_id, mark_mode: 0, alloc_mode: 1 })),
    },
  })
  for (const { block_id } of blocks)
    await director.call(allocationSet, {
      body: { block_id, alloc_mode: 1, markers: [{ marker_id, duty: 'marker', quota: null }] },
    })
  await director.call(markingConfirm, { body: at })
  return blocks.map(({ block_id }) => block_id)
}

/** Releases through the page, and reads what was released. */
async function release(page: Page, director: Account, examId: number, name: string) {
  await page.goto(
    new URL(`/MainPage/exam-manage/exam-detail/${examId}/result-preliminary`, page.url()).href,
  )
  await page.getByRole('button', { name: '发布成绩…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('考试名称').fill(name)
  await dialog.getByRole('button', { name: '发布成绩' }).click()
  await page.getByText('成绩已发布，版本 v1').waitFor()
  const { list } = await director.call(reportStudents, { query: { exam_id: examId, limit: 100 } })
  return new Map(list.map(({ exam_no, total_score }) => [exam_no, total_score]))
}

test('marked before the scan: from the wizard over the boxes on the sheet to the released score', async () => {
  const name = '手阅的物理月考'
  const visitor = await stage.enter('director', '/MainPage/exam-manage/create-exam')
  const { page } = visitor
  const examId = await createByWizard(page, {
    name,
    mode: '教师在纸上给分，扫描后识别得分',
    subjects: ['物理'],
  })
  const director = await stage.world.signIn('director')
  const at = { exam_id: examId, subject_id: PHYSICS }
  const gates = async () => {
    const schoolId = director.user.school_id ?? 0
    const { subjects } = await director.call(examProgress, { params: { schoolId, examId } })
    return subjects[0]?.gates.map(({ code }) => code)
  }
  // A sheet without places for the marks is of no use here, and it is said before anything is printed.
  await saveSheet(director, at, null)
  expect(await gates()).toEqual(['scorePlaces'])
  const geometry = await saveSheet(director, at, 'bars')
  expect(await gates()).toEqual([])
  await advance(director, at)
  const people = await candidatesOf(director, examId)
  const marks: Record<string, number>[] = [
    { 5: 9000, 6: 13_500 },
    { 5: 0, 6: 4000 },
    // Nobody entered a mark for the last answer.
    { 5: 12_000 },
  ]
  await sendSheets(stage.world, { ...at, name, geometry }, people, [
    filled(4, marks[0]),
    filled(2, marks[1]),
    filled(3, marks[2]),
  ])
  await confirmAway(await stage.world.signIn('admin'), { examId, subjectId: PHYSICS })
  expect(await gates()).toContain('exceptions')

  await page.goto(
    new URL(
      `/MainPage/exam-manage/scan-error-handle/${PHYSICS}/score/all/0/0?exam_id=${examId}`,
      page.url(),
    ).href,
  )
  await page.getByRole('img', { name: '第6题的打分处' }).waitFor()
  await page.keyboard.press('7')
  await page.getByRole('button', { name: '确认 7 分' }).click()
  await expect
    .poll(async () => (await director.call(listExceptions, { query: at })).list.length)
    .toBe(0)
  const totals = await release(page, director, examId, name)
  expect(people.map(({ examNo }) => totals.get(examNo))).toEqual([
    4 * RIGHT_MILLI + 22_500,
    2 * RIGHT_MILLI + 4000,
    3 * RIGHT_MILLI + 12_000 + 7000,
  ])
  expectQuiet(visitor)
})

test('with the original paper: attached and framed, shown to who marks, and to the student after the release', async () => {
  const name = '带原卷的数学月考'
  const visitor = await stage.enter('director', '/MainPage/exam-manage/create-exam')
  const { page } = visitor
  const examId = await createByWizard(page, {
    name,
    mode: '网上阅卷，阅卷时对照试卷原卷',
    subjects: ['数学'],
  })
  const director = await stage.world.signIn('director')
  const at = { exam_id: examId, subject_id: MATHEMATICS }
  const geometry = await saveSheet(director, at, null)
  const blocked = await director
    .call(examStatus, { body: { ...at, status: 2 } })
    .catch((error: unknown) => String(error))
  expect(blocked).toContain('没有完成')

  await page.goto(
    new URL(
      `/MainPage/exam-manage/paper-question?exam_id=${examId}&subject_id=${MATHEMATICS}`,
      page.url(),
    ).href,
  )
  await page.getByText('还没有上传试卷原卷').waitFor()
  await shoot(page, '/MainPage/exam-manage/paper-question', 'empty')
  await page.getByLabel('选择原卷文件').setInputFiles(ORIGINAL)
  const board = page.getByRole('application').first()
  await board.waitFor()
  for (const [at, no] of ['1', '2', '3', '4', '5', '6'].entries()) {
    await page.getByRole('button', { name: no, exact: true, pressed: true }).waitFor()
    const box = await board.boundingBox()
    if (!box) throw new Error('the page has a place')
    const top = box.y + box.height * (0.05 + at * 0.1)
    await page.mouse.move(box.x + box.width * 0.1, top)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.4, top + box.height * 0.08, { steps: 3 })
    await page.mouse.up()
    await expect.poll(() => page.getByText('第 1 页', { exact: true }).count()).toBe(at + 2)
  }
  await page.getByText('每题都已框出').waitFor()
  await page.getByLabel('谁可以查看原卷').selectOption({ label: '成绩发布后学生也可见' })
  await settle(page)
  expect(await tooWide(page)).toEqual([])
  await shoot(page, '/MainPage/exam-manage/paper-question', 'framed')

  const [blockId = 0] = await staffBlocks(director, at)
  await advance(director, at)
  const people = await candidatesOf(director, examId)
  await sendSheets(
    stage.world,
    { ...at, name, geometry },
    people,
    [4, 1, 3].map((right) => filled(right)),
  )
  await confirmAway(await stage.world.signIn('admin'), { examId, subjectId: MATHEMATICS })
  const marker = await stage.enter('marker1', `/marking?block_id=${blockId}`)
  await marker.page.getByRole('img', { name: '考生作答' }).waitFor()
  await marker.page.getByRole('button', { name: '更多' }).click()
  await marker.page.getByRole('menuitem', { name: '试卷原卷' }).click()
  await marker.page.getByAltText('原卷第 5 题').waitFor()
  await marker.page.getByAltText('原卷第 1 页').waitFor()
  await settle(marker.page)
  await shoot(marker.page, '/marking', 'original')

  const markOf = ({ examNo }: Candidate, full: number) =>
    Math.min(full, (Number(examNo.slice(-1)) + 2) * 1000)
  await markAll(director, at, people, markOf)
  const totals = await release(page, director, examId, name)
  expect(people.map(({ examNo }) => totals.get(examNo))).toEqual(
    people.map(
      (one, nth) => ([4, 1, 3][nth] ?? 0) * RIGHT_MILLI + markOf(one, 12_000) + markOf(one, 14_000),
    ),
  )
  const student = await stage.enter(
    '20260101',
    `/MainPage/searchScore/${people[0]?.examNo}/${examId}`,
  )
  await student.page.getByRole('region', { name: '试卷原卷' }).getByRole('button').click()
  await student.page.getByAltText('原卷第 1 页').waitFor()
  expectQuiet(visitor)
  expectQuiet(student)
})

test('answered on screen: from the wizard over a reload in the middle to the released score', async () => {
  const name = '线上的物理月考'
  const visitor = await stage.enter('director', '/MainPage/exam-manage/create-exam')
  const { page } = visitor
  const examId = await createByWizard(page, {
    name,
    mode: '考生在线作答，教师在网上阅卷',
    subjects: ['物理'],
  })
  const director = await stage.world.signIn('director')
  const at = { exam_id: examId, subject_id: PHYSICS }
  const design = smallDesign('物理', null)
  for (const question of design.sections.flatMap((section) => section.questions))
    question.stem = `第 ${question.no} 题的题干${question.type === 1 ? '\nA. 甲\nB. 乙\nC. 丙\nD. 丁' : ''}`
  await director.call(sheetSave, { body: { ...at, name: '题目表', design, keys: SMALL_KEYS } })
  await staffBlocks(director, at)
  await director.call(examStatus, { body: { ...at, status: 2 } })

  const ONLINE = `/MainPage/exam-manage/exam-detail/${examId}/online-exam`
  await page.goto(new URL(ONLINE, page.url()).href)
  await page.getByRole('button', { name: '发布…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('开始时间', { exact: true }).fill('2020-01-01 08:00')
  await dialog.getByLabel('结束时间', { exact: true }).fill('2099-01-01 10:00')
  await dialog.getByText('限定迟到').click()
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByText('进行中').first().waitFor()
  await director.call(examStatus, { body: { ...at, status: 3, known: ['testPage'] } })

  const student = await stage.enter('20260101', '/MainPage/homePage')
  await student.page.getByRole('link', { name: '进入考试' }).click()
  for (const [no, letter] of ['B', 'D', 'A', 'A'].entries())
    await student.page.getByLabel(`第 ${no + 1} 题选 ${letter}`).click()
  await student.page.getByLabel('第 5 题作答').fill('由牛顿第二定律，F = ma。')
  await student.page.getByText('已保存').waitFor()
  await student.page.reload()
  await expect
    .poll(() => student.page.getByLabel('第 2 题选 D').getAttribute('aria-checked'))
    .toBe('true')
  expect(await student.page.getByLabel('第 5 题作答').inputValue()).toContain('牛顿第二定律')
  await student.page.getByLabel('第 6 题作答').fill('机械能守恒。')
  await settle(student.page)
  expect(await tooWide(student.page)).toEqual([])
  await shoot(student.page, '/pad/exam', 'answering')
  await student.page.getByRole('button', { name: '交卷' }).first().click()
  await student.page.getByRole('dialog').getByRole('button', { name: '交卷' }).click()
  await student.page.getByText('已交卷').waitFor()

  await page.reload()
  await page.getByRole('button', { name: '结束考试…' }).click()
  await page.getByRole('button', { name: '结束考试，39 人记为缺考' }).click()
  await page.getByText('1 份作答都已进入阅卷').waitFor()
  await settle(page)
  expect(await tooWide(page)).toEqual([])
  await shoot(page, ONLINE, 'completed')
  const { attempts } = await director.call(padStatus, {
    query: { ...at, state: 'submitted', limit: 5 },
  })
  const [own] = attempts.list
  const people = [
    {
      candidateId: own?.candidate_id ?? 0,
      examNo: own?.exam_no ?? '',
      name: own?.name ?? '',
      className: own?.class_name ?? '',
    },
  ]
  await markAll(director, at, people, (_one, full) => full - 3000)
  const totals = await release(page, director, examId, name)
  const total = 3 * RIGHT_MILLI + (12_000 - 3000) + (14_000 - 3000)
  expect(totals.get(people[0]?.examNo ?? '')).toBe(total)
  await student.page.goto(
    new URL(`/MainPage/searchScore/${people[0]?.examNo}/${examId}`, student.page.url()).href,
  )
  await student.page
    .getByText(String(total / 1000))
    .first()
    .waitFor()
  expectQuiet(visitor)
  expectQuiet(student)
})

test('mixed: one subject marked on the screen, one on paper, one imported, and one total', async () => {
  const name = '混合阅卷的月考'
  const visitor = await stage.enter('director', '/MainPage/exam-manage/create-exam')
  const { page } = visitor
  const examId = await createByWizard(page, {
    name,
    mode: '各科方式不同，在「科目」中逐科选择',
    subjects: ['语文', '数学', '物理'],
    ways: { 语文: '成绩导入', 数学: '网上阅卷', 物理: '手阅（先阅后扫）' },
  })
  const director = await stage.world.signIn('director')
  const admin = await stage.world.signIn('admin')
  const on = (subject_id: number) => ({ exam_id: examId, subject_id })
  const screen = await saveSheet(director, on(MATHEMATICS), null)
  const paper = await saveSheet(director, on(PHYSICS), 'bars')
  await staffBlocks(director, on(MATHEMATICS))
  for (const subject of [CHINESE, MATHEMATICS, PHYSICS]) await advance(director, on(subject))
  const people = await candidatesOf(director, examId)
  await sendSheets(
    stage.world,
    { ...on(MATHEMATICS), name: `${name}数学`, geometry: screen },
    people,
    [2, 4, 0].map((right) => filled(right)),
  )
  await sendSheets(stage.world, { ...on(PHYSICS), name: `${name}物理`, geometry: paper }, people, [
    filled(1, { 5: 3000, 6: 500 }),
    filled(4, { 5: 12_000, 6: 14_000 }),
    filled(2, { 5: 6000, 6: 7500 }),
  ])
  for (const subjectId of [MATHEMATICS, PHYSICS]) await confirmAway(admin, { examId, subjectId })
  const markOf = ({ examNo }: Candidate, full: number) => full - Number(examNo.slice(-1)) * 1000
  await markAll(director, on(MATHEMATICS), people, markOf)
  const chinese = [88.5, 61, 100]
  await importTable(director, examId, [
    ['考号', '姓名', '语文'],
    ...people.map((one, nth) => [one.examNo, one.name, String(chinese[nth])]),
  ])
  await director.call(scoreImportConfirm, {
    body: { exam_id: examId, subject_ids: [CHINESE], finished: true, no_record: 'absent' },
  })
  await page.reload()
  await page.getByText('成绩已完成').or(page.getByText('已导入')).first().waitFor()
  const totals = await release(page, director, examId, name)
  const right = [2 + 1, 4 + 4, 0 + 2]
  const byHand = [3500, 26_000, 13_500]
  expect(people.map(({ examNo }) => totals.get(examNo))).toEqual(
    people.map(
      (one, nth) =>
        (right[nth] ?? 0) * RIGHT_MILLI +
        markOf(one, 12_000) +
        markOf(one, 14_000) +
        (byHand[nth] ?? 0) +
        (chinese[nth] ?? 0) * 1000,
    ),
  )
  expectQuiet(visitor)
})
