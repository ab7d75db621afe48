import type { ExamSection } from './exam-workspace.ts'
import type { Permission } from './permissions.ts'

/** What a list of exams knows of one; the names are those of the call that reads it. */
export interface ListedExam {
  published: boolean
  candidate_count: number
  subjects: readonly {
    subject_id: number
    name: string
    mode: number
    /** 1 sheet, 2 marking settings, 3 scanning and marking, 6 reports. */
    status: number
    sheet_id: number | null
  }[]
}

export interface NextInList {
  section: ExamSection
  subjectId: number | null
  text: string
}

type Subject = ListedExam['subjects'][number]

const SCORE_IMPORT = 4
const ONLINE_EXAM = 3
const NAMED = 3

/** 「数学、语文」, and of more than three how many. */
const namesOf = (subjects: readonly Subject[]): string =>
  subjects
    .slice(0, NAMED)
    .map(({ name }) => name)
    .join('、') + (subjects.length > NAMED ? `等 ${subjects.length} 科` : '')

interface Rule {
  needs: Permission
  section: ExamSection
  /** The subjects that wait for it; null where the exam as a whole does. */
  of: (exam: ListedExam) => readonly Subject[] | null | false
  text: (names: string) => string
}

const some = (subjects: readonly Subject[]): readonly Subject[] | false =>
  subjects.length > 0 && subjects

const lacksSheet = ({ sheet_id, status }: Subject): boolean => sheet_id === null && status <= 2

/** In the order in which they come; where the first ones are for others, the next is said. */
const RULES: readonly Rule[] = [
  {
    needs: 'report.read',
    section: 'reports',
    of: ({ published }) => (published ? null : false),
    text: () => '查看报表',
  },
  {
    needs: 'roster.manage',
    section: 'students',
    of: ({ candidate_count: count }) => (count === 0 ? null : false),
    text: () => '生成或导入考生',
  },
  {
    needs: 'sheet.design',
    section: 'sheets',
    of: ({ subjects }) =>
      some(
        subjects.filter(
          (one) => lacksSheet(one) && one.mode !== SCORE_IMPORT && one.mode !== ONLINE_EXAM,
        ),
      ),
    text: (names) => `设计答题卡：${names}`,
  },
  {
    needs: 'sheet.design',
    section: 'sheets',
    of: ({ subjects }) =>
      some(subjects.filter((one) => lacksSheet(one) && one.mode === ONLINE_EXAM)),
    text: (names) => `设置题目表：${names}`,
  },
  {
    needs: 'exam.manage',
    section: 'scoreImport',
    of: ({ subjects }) =>
      some(subjects.filter(({ mode, status }) => mode === SCORE_IMPORT && status < 6)),
    text: (names) => `导入成绩：${names}`,
  },
  {
    needs: 'marking.setup',
    section: 'settings',
    of: ({ subjects }) =>
      some(subjects.filter(({ status, mode }) => status <= 2 && mode !== SCORE_IMPORT)),
    text: (names) => `阅卷设置：${names}`,
  },
  {
    needs: 'scan.operate',
    section: 'scan',
    of: ({ subjects }) =>
      some(
        subjects.filter(
          ({ status, mode }) => status === 3 && mode !== SCORE_IMPORT && mode !== ONLINE_EXAM,
        ),
      ),
    text: (names) => `扫描与阅卷：${names}`,
  },
  {
    needs: 'exam.read',
    section: 'supervision',
    of: ({ subjects }) =>
      some(subjects.filter(({ status, mode }) => status === 3 && mode !== SCORE_IMPORT)),
    text: (names) => `查看阅卷进度：${names}`,
  },
  {
    needs: 'score.preview',
    section: 'results',
    of: ({ published, subjects }) =>
      !published && subjects.length > 0 && subjects.every(({ status }) => status === 6)
        ? null
        : false,
    text: () => '预审并发布成绩',
  },
]

/**
 * The next thing to do in an exam as far as a list knows it, for who may do it; null when nothing is left for them. The
 * pages of the exam know more, and say it more exactly.
 */
export function nextInList(
  exam: ListedExam,
  may: (permission: Permission) => boolean,
): NextInList | null {
  for (const { needs, section, of, text } of RULES) {
    const waiting = may(needs) ? of(exam) : false
    if (waiting === false) continue
    return {
      section,
      subjectId: waiting?.[0]?.subject_id ?? null,
      text: text(namesOf(waiting ?? [])),
    }
  }
  return null
}
