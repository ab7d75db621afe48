import type { ActKind, ActStep, ReplyOf, runningActs } from '@hengjuan/contracts'

export type RunningAct = ReplyOf<typeof runningActs>[number]

const KINDS: Readonly<Record<ActKind, string>> = {
  publish: '发布成绩',
  move: '改为发布另一版本',
  withdraw: '撤回发布',
  key: '修改答案',
  sheet: '修改答题卡',
  settings: '保存阅卷设置',
  clear: '清空题块的阅卷数据',
  restore: '撤销清空',
  return: '整批打回',
  return_undo: '撤销整批打回',
  rescore: '按修改后的规则重新计分',
  screen: '按修改后的设置筛查空白卷',
  draw: '按修改后的评卷方式确定双评试卷',
  order: '按修改后的设置恢复试卷顺序',
  take_up: '恢复中断的成绩发布',
}

const STEPS: Readonly<Record<ActStep, string>> = {
  wait: '等待前一项操作完成',
  lock: '锁定试卷',
  score: '重新计分',
  gather: '汇总成绩并排名',
  rows: '写入考生成绩',
  unlock: '解锁试卷',
  draw: '确定双评试卷',
  order: '恢复试卷顺序',
  blank: '重新筛查空白卷',
  clear: '清空试卷',
  restore: '恢复评阅',
  return: '逐份处理',
}

/** 「王老师正在发布成绩」 */
export const actTitle = ({ by_name, kind }: RunningAct): string => `${by_name}正在${KINDS[kind]}`

/** What is being done now; null before the first step. */
export const stepText = ({ step }: RunningAct): string | null => step && STEPS[step]

/** Why whoever would do the same has to wait, with how far it is. */
export function waitReason(act: RunningAct): string {
  const step = stepText(act)
  const count = act.total > 0 ? ` ${act.done}/${act.total}` : ''
  return `${actTitle(act)}${step === null ? '' : `（${step}${count}）`}，完成后再操作`
}
