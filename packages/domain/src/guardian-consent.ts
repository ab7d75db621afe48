/** What a guardian agreed to, when, and who it was. */
export interface GuardianConsent {
  version: string
  at: string
  by: string
}

/** Whether a school asks for it, and what is agreed to. */
export interface ConsentRule {
  required: boolean
  /** Another one where the text says something else: what was agreed to before does not hold for it. */
  version: string
  text: string
}

export const USUAL_CONSENT: ConsentRule = {
  required: false,
  version: '1',
  text: '学校使用本系统登记学生的姓名、学号、班级、答题卡图像与成绩，用于考试、阅卷和向本人及监护人反馈成绩，不向其他人公开，学生离校后按期删除。不满十四周岁学生的个人信息属于敏感个人信息，需要监护人同意。监护人可以随时撤回同意。',
}

/** The grade in which most turn fourteen. No school keeps birthdays here. */
const LAST_GRADE = 8

/** Are students of a grade under fourteen, or were some of them at its beginning? */
export const isUnderFourteen = (gradeId: number): boolean => gradeId >= 1 && gradeId <= LAST_GRADE

/** Is a student, or the guardian, told nothing before the guardian agrees? @source platform 7.5; domain rules 18 */
export const lacksConsent = (
  gradeId: number,
  { required, version }: Pick<ConsentRule, 'required' | 'version'>,
  consent: GuardianConsent | null,
): boolean => required && isUnderFourteen(gradeId) && consent?.version !== version
