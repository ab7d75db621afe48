import type { CheckStep, CheckStepState } from './scanner-api.ts'

/** What to do in a step of the scanner check, and what should come of it. */
export const CHECK_STEP_WORDS: Record<
  CheckStep,
  { title: string; todo: string; expected: string; movesPaper: boolean }
> = {
  devices: {
    title: '找到扫描仪',
    todo: '接好扫描仪，打开电源。',
    expected: '列表里有这台扫描仪。',
    movesPaper: false,
  },
  caps: {
    title: '读取能力',
    todo: '不用放纸。',
    expected: '能连接，有自动进纸器，分辨率不低于 200 dpi。',
    movesPaper: false,
  },
  simplex: {
    title: '单面扫两张',
    todo: '放 2 张检查页，正面按扫描仪的要求放好。',
    expected: '得到 2 个清楚、端正的正面图像。',
    movesPaper: true,
  },
  duplex: {
    title: '双面扫两张',
    todo: '把同样的 2 张检查页再放好。',
    expected: '得到 4 个图像：先正面、后反面，反面不倒。',
    movesPaper: true,
  },
  double_feed: {
    title: '故意重张',
    todo: '用一小条胶带把 2 张纸的前边粘在一起，和另外一两张纸一起放好。',
    expected: '走到粘在一起的纸时停机，并报告重张或卡纸。',
    movesPaper: true,
  },
  pull_out: {
    title: '抽纸或开盖',
    todo: '放 3 张纸，点「开始」后，趁走纸时抽走一张，或打开盖子；停下后合上盖子，取出里面的纸。',
    expected: '停机并说明原因，之后还能继续使用。',
    movesPaper: true,
  },
  empty: {
    title: '进纸口没有纸',
    todo: '取走进纸口的纸。',
    expected: '马上报告没有纸，不是别的故障。',
    movesPaper: true,
  },
}

export const VERDICT_WORDS: Record<CheckStepState['verdict'], string> = {
  pending: '未做',
  pass: '通过',
  fail: '不通过',
  skip: '跳过',
}
