/** Question type codes of the specification, section 3. */
export const QUESTION_TYPES = {
  1: '单选题',
  2: '多选题',
  3: '填空题',
  4: '解答题',
  5: '完形填空',
  6: '阅读理解',
  7: '英语作文',
  8: '选词填空',
  9: '综合题',
  10: '语文阅读',
  11: '语文作文',
  12: '匹配题',
  13: '判断题',
  14: '连线题',
  15: '排序题',
  16: '句子',
  17: '翻译题',
  18: '主观填空题',
  99: '自定义选择题',
} as const

export type QuestionType = keyof typeof QUESTION_TYPES

/** Types whose answers are bubbles and are scored by the machine. */
export const OBJECTIVE_TYPES: readonly QuestionType[] = [1, 2, 13, 99]

export const isObjectiveType = (type: QuestionType): boolean => OBJECTIVE_TYPES.includes(type)
