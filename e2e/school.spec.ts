import { schoolClasses } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()

test('a class, a student and a teacher come in, and the school goes into the next year and back', async () => {
  const visitor = await stage.enter('admin', '/ClassesManager')
  const { page } = visitor
  const tabs = page.getByRole('navigation', { name: '学校管理页面' })
  const dialog = page.getByRole('dialog')

  // A class.
  await page.getByRole('button', { name: '新建班级' }).click()
  await dialog.getByRole('textbox', { name: '名称' }).fill('高一(9)班')
  await dialog.getByRole('combobox', { name: '年级' }).selectOption({ label: '高一' })
  await dialog.getByRole('button', { name: '新建' }).click()
  const classes = page.getByRole('grid', { name: '班级列表' })
  await classes.getByText('高一(9)班').waitFor()

  // A student in it, who is suspended and comes back by one press.
  await tabs.getByRole('link', { name: '学生' }).click()
  await page.getByRole('button', { name: '添加学生' }).click()
  await dialog.getByRole('textbox', { name: '姓名' }).fill('欧阳明')
  await dialog.getByRole('textbox', { name: '学号' }).fill('20269901')
  await dialog.getByRole('combobox', { name: '班级' }).selectOption({ label: '高一(9)班' })
  await dialog.getByRole('textbox', { name: '选科' }).fill('化生物')
  await dialog.getByRole('button', { name: '添加' }).click()
  await page.getByPlaceholder('姓名、拼音首字母或学号').fill('oym')
  const students = page.getByRole('grid', { name: '学生列表' })
  await students.getByText('物化生').waitFor()
  await page.getByText('1 名学生').waitFor()
  await students.getByLabel('选择这一行').click({ force: true })
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '标记休学' }).click()
  await page.getByRole('button', { name: '标记 1 人' }).click()
  await students.getByText('欧阳明').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '撤销' }).click()
  await students.getByText('欧阳明').waitFor()

  // A teacher, whose password is told once.
  await tabs.getByRole('link', { name: '教师' }).click()
  await page.getByRole('button', { name: '添加教师' }).click()
  await dialog.getByRole('textbox', { name: '姓名' }).fill('上官云')
  await dialog.getByRole('textbox', { name: '登录账号' }).fill('shangguan.yun')
  await dialog.getByRole('button', { name: '添加任课' }).click()
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  const slips = page.getByRole('dialog').filter({ hasText: '教师账号' })
  await slips.getByText('shangguan.yun').first().waitFor()
  await slips.getByRole('button', { name: '关闭', exact: true }).last().click()
  await slips.getByRole('button', { name: '不保存，直接关闭' }).click()

  // The next year, and back.
  const admin = await stage.world.signIn('admin')
  const names = async () =>
    (await admin.call(schoolClasses, { query: {} })).map((one) => `${one.grade_name} ${one.name}`)
  const before = await names()
  await tabs.getByRole('link', { name: '学年' }).click()
  await page.getByRole('button', { name: /^升入 .* 个班$/ }).click()
  await page.getByRole('button', { name: /^升级 \d+ 个班$/ }).click()
  await page.getByText(/学年已于/).waitFor()
  expect(await names()).not.toEqual(before)
  await page.getByRole('button', { name: '撤销升级' }).click()
  await dialog.getByRole('button', { name: '撤销升级' }).click()
  await page.getByRole('button', { name: /^升入 .* 个班$/ }).waitFor()
  expect(await names()).toEqual(before)
  expectQuiet(visitor)
})
