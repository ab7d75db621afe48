import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupCode } from '../apps/server/src/features/setup/setup-code.ts'
import { xlsxFile } from '../apps/server/src/testing/xlsx-file.ts'
import { DEMO_PASSWORD } from '../scripts/demo/account.ts'
import type { Program } from '../scripts/demo/platform.ts'
import { freePort, serverProgram } from '../scripts/demo/programs.ts'
import { launchBrowser } from '../scripts/testing/chromium.ts'
import { followTraffic, settle, shoot, tooWide } from './shots.ts'

/** A server without a school, as it is on its first day. */
let folder = ''
let server: Program
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hengjuan-first-'))
  server = serverProgram(folder, await freePort())
  await server.start()
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const DOC = resolve(import.meta.dirname, '../docs/first-exam.md')
const CLASSES = 10
const A_CLASS = 40
const STAFF = 40

/** One sign of each list. */
const named = (at: number, lists: readonly string[]): string =>
  lists.map((signs) => signs[at % signs.length]).join('')

/** As an office has it: a title and notes above, columns in their own order and under other names, classes written in three ways. */
function studentTable(): Buffer {
  const classOf = (no: number) => [`高一(${no})班`, `${no}班`, ` 高一（${no}）班 `][no % 3] ?? ''
  const rows = Array.from({ length: CLASSES * A_CLASS }, (_, at) => {
    const no = Math.floor(at / A_CLASS) + 1
    const name = named(at, ['王李张刘陈杨赵黄周吴', '文晨宇思嘉一安然', '雨浩欣博怡杰'])
    return [
      String(at + 1),
      `${name} `,
      at % 2 ? '女' : '男',
      `2026${String(at + 1).padStart(4, '0')}`,
      '高一',
      classOf(no),
      at % 7 ? '' : '住校',
    ]
  })
  return xlsxFile([
    ['实验中学2026级新生花名册'],
    ['制表：教务处', '', '', '2026年9月'],
    ['序号', '学生姓名', '性别', '学生编号', '所在年级', '行政班', '备注'],
    ...rows,
    ['合计', `${rows.length}人`],
  ])
}

function staffTable(): Buffer {
  const rows = Array.from({ length: STAFF }, (_, at) => {
    const name = named(at, ['孙马朱胡郭何高林罗郑', '国建志海丽红明', '华军英平'])
    const subject = ['语文', '数学', '英语'][at % 3] ?? ''
    return at < CLASSES
      ? [`T${101 + at}`, name, '班主任', '', `高一${at + 1}班`, subject]
      : [
          `T${101 + at}`,
          name,
          '任课教师',
          `1390000${String(at).padStart(4, '0')}`,
          `高一${(at % CLASSES) + 1}班`,
          subject,
        ]
  })
  return xlsxFile([
    ['实验中学教师信息一览表'],
    ['工号', '教师姓名', '职务', '联系电话', '任教班级', '任教学科'],
    ...rows,
  ])
}

test(
  'from an empty installation to the printed sheet of a first exam',
  { timeout: 300_000 },
  async () => {
    const browser = await launchBrowser()
    try {
      const context = await browser.newContext({
        locale: 'zh-CN',
        baseURL: `http://127.0.0.1:${server.ready.listening}`,
      })
      const page = await context.newPage()
      followTraffic(page)
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      const steps: { what: string; clicks: number; typed: number }[] = []
      const step = (what: string) => void steps.push({ what, clicks: 0, typed: 0 })
      const count = () => steps.at(-1) ?? { clicks: 0, typed: 0 }
      const click = async (what: Locator) => {
        await what.click()
        count().clicks += 1
      }
      const type = async (label: string, text: string) => {
        await page.getByLabel(label, { exact: true }).fill(text)
        count().typed += 1
      }
      const button = (name: string | RegExp) => page.getByRole('button', { name })
      const looks = async (name: string) => {
        await settle(page)
        expect(await tooWide(page)).toEqual([])
        await shoot(page, '/first-exam', name)
      }

      step('学校与管理员')
      await page.goto('/Login')
      await type('学校名称', '实验中学')
      await type('管理员姓名', '周国栋')
      await type('管理员账号', 'admin')
      await type('密码', DEMO_PASSWORD)
      await type('再输一次密码', DEMO_PASSWORD)
      await type('启动码', await setupCode(folder))
      await looks('setup')
      await click(button('创建学校'))

      step('登录')
      await button(/^登录$/).waitFor()
      await page.getByLabel('账号').fill('admin')
      await page.getByLabel('密码', { exact: true }).fill(DEMO_PASSWORD)
      count().typed += 2
      await click(button(/^登录/))
      await page.getByText('开始使用').waitFor()
      await looks('home')

      step('400 名学生')
      await click(page.getByRole('link', { name: '导入学生' }))
      await bring(page, '新生花名册.xlsx', studentTable())
      count().clicks += 1
      await page
        .getByText(/新增 400 名学生|新增 400 人/)
        .first()
        .waitFor()
      await looks('students')
      // The line of the total is no student.
      await click(page.getByText('只导入没有问题的行（400 行）'))
      await click(page.getByRole('dialog').getByRole('button', { name: /^导入：/ }))
      await page.getByText(/已导入：/).waitFor()

      step('40 名教师')
      await click(button('导入教师'))
      await bring(page, '教师信息一览表.xlsx', staffTable())
      count().clicks += 1
      await looks('staff')
      await click(page.getByRole('dialog').getByRole('button', { name: /^导入：/ }))
      const slips = page.getByRole('dialog').filter({ hasText: '教师账号' })
      await slips.getByText('T101').waitFor()
      await looks('slips')
      const table = page.waitForEvent('download')
      await click(slips.getByRole('button', { name: '下载账号表' }))
      await table
      await click(slips.getByRole('button', { name: '关闭' }).last())

      step('第一场考试')
      await click(page.getByRole('navigation').getByRole('link', { name: '首页' }).first())
      await page.getByText('已有 400 名学生').waitFor()
      await page.getByText('已有 41 名教职工').waitFor()
      await click(page.getByRole('listitem').getByRole('link', { name: '新建考试' }))
      for (let page = 0; page < 4; page++) await click(button('下一步'))
      await page
        .getByText(/400 名/)
        .first()
        .waitFor()
      await click(button('创建考试并生成考生名单'))
      await page.getByText('考试已创建，生成 400 名考生的考号').waitFor()
      await looks('exam')

      step('答题卡与 PDF')
      const parts = page.getByRole('navigation', { name: '考试导航' })
      await click(parts.getByRole('link', { name: /^答题卡/ }))
      await click(button(/推荐/))
      await page.getByRole('img', { name: '答题卡第 1 面' }).waitFor()
      await click(button('保存答题卡'))
      await page.getByText(/已保存第 1 版/).waitFor()
      await looks('sheet')
      const pdf = page.waitForEvent('download')
      await click(button('下载 PDF'))
      const file = await readFile(await (await pdf).path())
      expect(file.subarray(0, 5).toString()).toBe('%PDF-')
      expect(complaints).toEqual([])

      const clicks = steps.reduce((sum, one) => sum + one.clicks, 0)
      const typed = steps.reduce((sum, one) => sum + one.typed, 0)
      console.log(`first exam: ${clicks} clicks, ${typed} fields typed`)
      await expect(
        [
          '# Clicks to a first exam',
          '',
          'From an empty installation to the PDF of the first sheet, as `e2e/first-exam.spec.ts` does it: a school, 400 students and 40 staff from two untidy tables, an exam, a sheet. Choosing a file counts as one click.',
          '',
          '| step | clicks | fields typed |',
          '| --- | --- | --- |',
          ...steps.map((one) => `| ${one.what} | ${one.clicks} | ${one.typed} |`),
          `| all | ${clicks} | ${typed} |`,
          '',
        ].join('\n'),
      ).toMatchFileSnapshot(DOC)
    } finally {
      await browser.close()
    }
  },
)

const bring = (page: Page, name: string, buffer: Buffer) =>
  page.getByRole('dialog').getByLabel('表格文件').setInputFiles({ name, mimeType: '', buffer })
