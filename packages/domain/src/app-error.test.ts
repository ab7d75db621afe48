import { describe, expect, expectTypeOf, test } from 'vitest'
import { AppError, appErrorOf, errorMessage } from './app-error.ts'
import type { ErrorFacts } from './app-error.ts'
import { errorBook, isErrorCode } from './error-book.ts'
import { errorStatus, errorStatusGroups } from './error-status.ts'

const codes = Object.keys(errorBook).filter(isErrorCode)

describe('the error book', () => {
  test.for([
    ['LOGIN_EXPIRED', '登录已过期，请重新登录'],
    ['NO_ROLE', '无法获取该用户的角色信息，请联系后台人员'],
    ['NO_SCHOOL_PERMISSION', '该用户没有单校权限'],
    ['NO_SCHOOL_BOUND', '该用户未绑定学校'],
  ] as const)('%s keeps the words of the specification', ([code, sentence]) => {
    expect(errorBook[code]).toBe(sentence)
  })

  test.for(codes)('%s speaks Chinese, shows no code and has well-formed blanks', (code) => {
    const sentence = errorBook[code]
    const plain = sentence.replace(/\{[a-zA-Z]+\}/g, '')
    expect(plain).toMatch(/[一-龥]{4}/)
    expect(plain).not.toMatch(/[{}]|[A-Z_]{6}|[a-z]{5}/)
  })

  test('a sentence has its blanks filled', () => {
    expect(errorMessage('STUDENT_NO_TAKEN', { studentNo: '20260117', name: '王明' })).toBe(
      '学号 20260117 已被 王明 使用，请核对后修改',
    )
  })

  test.for([
    ['考号', '没有找到考号，它可能已被删除，请返回列表刷新后再试'],
    [' 高一  3 班\n', '没有找到高一 3 班，它可能已被删除，请返回列表刷新后再试'],
    ['', '没有找到，它可能已被删除，请返回列表刷新后再试'],
    [' 3 班', '没有找到 3 班，它可能已被删除，请返回列表刷新后再试'],
  ] as const)('what fills a blank brings no odd spaces: %j', ([what, sentence]) => {
    expect(errorMessage('NOT_FOUND', { what })).toBe(sentence)
  })

  test.for([
    ['月考', '本场考试没有考号 月考，请核对后重新输入'],
    ['', '本场考试没有考号，请核对后重新输入'],
    ['「26」', '本场考试没有考号「26」，请核对后重新输入'],
    ['26（作废）', '本场考试没有考号 26（作废），请核对后重新输入'],
    [26, '本场考试没有考号 26，请核对后重新输入'],
  ] as const)('a space stays only where it parts two words: %j', ([examNo, sentence]) => {
    expect(errorMessage('CANDIDATE_NOT_FOUND', { examNo })).toBe(sentence)
  })

  test.for(codes)('%s is tidy, whatever its blanks are filled with', (code) => {
    const blanks = [...errorBook[code].matchAll(/\{(\w+)\}/g)].map(([, blank]) => blank ?? '')
    for (const fact of ['', '王明', '「王明」', 'A3', 12, '（第 2 行）', ' 王 ']) {
      const facts = Object.fromEntries(blanks.map((blank) => [blank, fact]))
      const { message } = appErrorOf(code, facts)
      expect(message).not.toMatch(/ {2}|^ | $|[、，。；：？！「」（）] | [、，。；：？！「」（）]/)
    }
  })

  test('the types know the blanks', () => {
    expectTypeOf<ErrorFacts<'STUDENT_NO_TAKEN'>>().toEqualTypeOf<
      Record<'studentNo' | 'name', string | number>
    >()
    // @ts-expect-error the quota sentence wants the number that is missing
    expect(errorMessage('MARKING_QUOTA_SHORT', {})).toContain('还差？份')
  })
})

describe('HTTP status', () => {
  test.for([
    ['LOGIN_EXPIRED', 401],
    ['NOT_ALLOWED', 403],
    ['EXAM_NOT_FOUND', 404],
    ['MARKING_LEASE_LOST', 409],
    ['SCAN_SHEET_ID_CONFLICT', 409],
    ['SCAN_CHECKSUM_MISMATCH', 422],
    ['SCAN_DISK_FULL', 507],
    ['INPUT_INVALID', 400],
    ['INTERNAL', 500],
  ] as const)('%s answers %i', ([code, status]) => {
    expect(errorStatus[code]).toBe(status)
  })

  test('no code stands under two statuses', () => {
    const named = Object.values(errorStatusGroups).flat()
    expect(new Set(named).size).toBe(named.length)
  })

  test('every code that says something was not found answers 404', () => {
    for (const code of codes.filter((code) => code.endsWith('_NOT_FOUND')))
      expect([code, errorStatus[code]]).toEqual([code, 404])
  })
})

describe('AppError', () => {
  test('carries code, facts, sentence, details and cause', () => {
    const cause = new Error('disk')
    const error = new AppError('MARKING_QUOTA_SHORT', { missing: 3 })
      .withCause(cause)
      .withDetails([{ path: 'quota', message: '不足' }])
    expect(error).toBeInstanceOf(Error)
    expect(error.message).toBe('分配的任务量不足，还差 3 份，请增加任务量或阅卷教师')
    expect(error).toMatchObject({ code: 'MARKING_QUOTA_SHORT', facts: { missing: 3 }, cause })
    expect(error.details).toEqual([{ path: 'quota', message: '不足' }])
  })

  test('is made from a rejection that is only known at run time', () => {
    expect(appErrorOf('NOT_FOUND', { what: '考试' }).message).toContain('没有找到考试')
  })
})
