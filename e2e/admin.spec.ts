import { exceptionCounts, listExceptions, reviewPresence } from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Account } from '../scripts/demo/account.ts'
import { looked } from './mark-by-key.ts'
import { expectQuiet, signInAs, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2

test('a wrong password is refused in words, the right one leads home and to the flow of a subject', async () => {
  const visitor = await stage.visit('/')
  const { page } = visitor
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('请输入账号').waitFor()
  await signInAs(page, 'admin', 'wrong-2026')
  await page.getByText('账号或密码').first().waitFor()
  await page.getByLabel('密码', { exact: true }).fill('mingde-2026')
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: /^周国栋，/ }).waitFor()
  const name = stage.world.underWay.exam.name
  await page
    .getByRole('navigation', { name: '主导航' })
    .getByRole('link', { name: '考试', exact: true })
    .click()
  await page.getByPlaceholder('搜索考试名称').fill('高二')
  const exams = page.getByRole('grid', { name: '考试列表' })
  // A list that is not there yet has no other exam either.
  await page.getByText('共 1 场').waitFor()
  await exams.getByText('高一年级').waitFor({ state: 'detached' })
  await exams.getByText(name).click()

  await page.getByRole('heading', { name }).waitFor()
  const { open } = await countsOf(await stage.world.signIn('admin'))
  await page.getByRole('link', { name: `${open} 条`, exact: true }).click()
  await page.getByRole('heading', { name: /扫描异常处理/ }).waitFor()
  await expect.poll(() => openShown(page)).toBe(open)
  // The password was wrong once.
  expectQuiet(visitor, /status of 40[01].*\/v1\/auth\/login/)
})

test('exceptions are worked off with the keyboard, the counts fall, and Ctrl+Z takes one back', async () => {
  const admin = await stage.world.signIn('admin')
  const visitor = await stage.enter('admin', exceptionAddress('all'))
  const { page } = visitor
  await page.getByRole('heading', { name: /扫描异常处理/ }).waitFor()
  const before = await countsOf(admin)
  await expect.poll(() => openShown(page)).toBe(before.open)

  // A sheet without a number: the name on it is looked up in the list of the exam.
  await chooseCategory(page, '考号异常')
  const unknown = await itemsOf(admin, 'exam_no')
  const first = unknown[0]
  if (!first) throw new Error('the world has a sheet without a number')
  const owner = ownerOf(first.batch_label, first.seq)
  const finder = page.getByLabel('查找考生')
  await finder.fill('查无此人')
  await page.getByText('没有找到').waitFor()
  await finder.fill(owner.name)
  await page.getByRole('button', { name: new RegExp(owner.examNo) }).waitFor()
  await looked(page)
  await page.keyboard.press('Enter')
  await expectCategory(page, '考号异常', unknown.length - 1)
  await expect
    .poll(async () => (await itemsOf(admin, 'exam_no')).map(({ exception_id }) => exception_id))
    .not.toContain(first.exception_id)

  // Taken back, it waits again; the second time it is found by its number.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await page.getByText(`已撤销：指定考生 ${owner.name}`).waitFor()
  await expectCategory(page, '考号异常', unknown.length)
  await page
    .getByRole('list', { name: '异常列表' })
    .getByText(`第 ${first.seq} 张`, { exact: false })
    .click()
  await finder.fill(owner.examNo)
  await page.getByRole('button', { name: new RegExp(owner.examNo) }).waitFor()
  await looked(page)
  await page.keyboard.press('Enter')
  await expectCategory(page, '考号异常', unknown.length - 1)

  // Doubtful bubbles: a letter, Enter.
  const choices = await itemsOf(admin, 'choice')
  await chooseCategory(page, '选择题异常')
  const card = page.locator('article[data-current]')
  await card.waitFor()
  const [question] = choices
  if (!question?.choice) throw new Error('the world has a doubtful choice')
  await page.keyboard.press('0')
  await card.getByRole('button', { name: '确认 未作答' }).waitFor()
  await page.keyboard.press('b')
  await card.getByRole('button', { name: /^确认 .*B/ }).waitFor()
  await looked(page)
  await page.keyboard.press('Enter')
  await expectCategory(page, '选择题异常', choices.length - 1)

  // An absence box over a written sheet: 0 says that the candidate was there.
  const absences = await itemsOf(admin, 'absence')
  await chooseCategory(page, '缺考')
  await page.getByRole('button', { name: /正常参加考试/ }).waitFor()
  await looked(page)
  await page.keyboard.press('0')
  await expectCategory(page, '缺考', absences.length - 1)

  await settleDuplicate(page, admin)
  const after = await countsOf(admin)
  expect(after.handled_by_me_today).toBeGreaterThanOrEqual(4)
  expect(after.open).toBeLessThan(before.open)
  await expect.poll(() => openShown(page)).toBe(after.open)
  expectQuiet(visitor)
})

test('two people at one sheet: the second sees who has it and takes it over, and the first is told', async () => {
  const first = await stage.enter('operator', exceptionAddress('to_verify'))
  const accept = (page: Page) => page.getByRole('button', { name: /^核实无误/ })
  await accept(first.page).waitFor()
  const director = await stage.world.signIn('director')
  const heldBy = async () =>
    (await director.call(reviewPresence, { body: { ...at(), sheet_id: null } })).others
      .filter(({ is_holder }) => is_holder)
      .map(({ name }) => name)
  await expect.poll(heldBy).toEqual(['孙小梅'])

  const second = await stage.enter('admin', exceptionAddress('to_verify'))
  const { page } = second
  await page.getByText('孙小梅 正在处理这张答题卡').waitFor()
  expect(await accept(page).count()).toBe(0)
  await page.getByLabel('同时处理的人').getByText('孙小梅（待核实）').waitFor()
  await page.getByRole('button', { name: '接手处理' }).press('Enter')
  await accept(page).waitFor()
  await first.page.getByText('周国栋 正在处理这张答题卡').waitFor()
  expect(await accept(first.page).count()).toBe(0)
  await expect.poll(heldBy).toEqual(['周国栋'])

  const count = Number(await categoryTab(page, '待核实').locator('b').innerText())
  await looked(page)
  await page.keyboard.press('Enter')
  for (const one of [page, first.page]) await expectCategory(one, '待核实', count - 1)
  expectQuiet(first)
  expectQuiet(second)
})

/** Two sheets under one number: the one that belongs to somebody else gets its owner. */
async function settleDuplicate(page: Page, admin: Account): Promise<void> {
  const duplicates = await itemsOf(admin, 'duplicate')
  await chooseCategory(page, '考号重复')
  await page.getByRole('button', { name: /保留左/ }).waitFor()
  const seqs = [...(await page.locator('figcaption').allInnerTexts())].map((text) =>
    Number(/第 (\d+) 张/.exec(text)?.[1]),
  )
  const numbers = seqs.map((seq) => ownerOf('第一批', seq))
  const wanted = duplicates[0]?.machine_exam_no
  const stranger = numbers.findIndex(({ examNo }) => examNo !== wanted)
  const owner = numbers[stranger]
  if (!owner) throw new Error('one of the two sheets is somebody else’s')
  await page
    .getByRole('button', { name: stranger === 0 ? '左边是别的考生' : '右边是别的考生' })
    .click()
  await page.getByLabel('查找考生').fill(owner.examNo)
  await page.getByRole('button', { name: new RegExp(owner.examNo) }).waitFor()
  await looked(page)
  await page.keyboard.press('Enter')
  await expectCategory(page, '考号重复', duplicates.length - 1)
}

const at = () => ({ exam_id: stage.world.underWay.exam.examId, subject_id: MATHEMATICS })

const exceptionAddress = (category: string): string =>
  `/MainPage/exam-manage/scan-error-handle/${MATHEMATICS}/${category}/all/0/0?exam_id=${at().exam_id}`

const countsOf = (admin: Account) => admin.call(exceptionCounts, { query: at() })

const itemsOf = async (admin: Account, category: 'exam_no' | 'choice' | 'absence' | 'duplicate') =>
  (
    await admin.call(listExceptions, {
      query: { ...at(), category: category as 'all', limit: 200 },
    })
  ).list

/** Whose sheet of paper it is, as somebody knows who takes it out of the stack. */
function ownerOf(batch: string, seq: number | null): { name: string; examNo: string } {
  const { underWay } = stage.world
  const run = underWay.runs.find(({ subjectId }) => subjectId === MATHEMATICS)
  const examNo = run?.papers.get(`${batch}#${seq}`)?.truth.student.examNo
  const owner = underWay.exam.candidates.find((one) => one.examNo === examNo)
  if (!owner) throw new Error(`no paper ${batch}#${seq}`)
  return owner
}

const openShown = async (page: Page): Promise<number> => {
  const text = await page.locator('footer').getByText('待处理').innerText()
  return Number(/待处理\s*(\d+)/.exec(text)?.[1])
}

const categoryTab = (page: Page, label: string) =>
  page
    .getByRole('navigation', { name: '异常类别' })
    .getByRole('button', { name: new RegExp(`^${label}`) })

const chooseCategory = (page: Page, label: string) => categoryTab(page, label).click()

async function expectCategory(page: Page, label: string, count: number): Promise<void> {
  await expect.poll(() => categoryTab(page, label).locator('b').innerText()).toBe(String(count))
}
