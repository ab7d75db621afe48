/** Why a marker is given nothing new. */
export type NothingNew = keyof typeof NOTHING_NEW
/** Of a marker who was given no papers of a block at all: nothing is completed. */
const NO_SHARE = {
  title: '本题块没有分配给您试卷',
  text: '您的任务量是 0 份。需要评阅时，请联系题组长调整分配。',
  line: '您在本题块的任务量是 0 份，需要评阅时请联系题组长调整分配',
}

/** What is said to a marker with this target; null for none. */
export const nothingNew = (reason: NothingNew, target: number | null) =>
  reason === 'at_quota' && target === 0 ? NO_SHARE : NOTHING_NEW[reason]

/**
 * In words: `title` and `text` in the place of the paper, `line` where the block is one of several.
 *
 * @source ui D2 (states to design)
 */
export const NOTHING_NEW = {
  empty: {
    title: '现在没有可评的试卷',
    text: '其他试卷正在扫描、在其他教师手中，或按回避规则由其他教师评阅。有新卷时会自动出现在这里，每 10 秒查看一次；您可以先评其他题块。',
    line: '其他试卷正在扫描、在其他教师手中，或按回避规则由其他教师评阅；有新卷时可以继续',
  },
  at_quota: {
    title: '您的任务已完成',
    text: '已达到分配的任务量。若需继续评阅，请联系题组长调整分配。',
    line: '已达到分配的任务量，若需继续评阅，请联系题组长调整分配',
  },
  daily_cap: {
    title: '今天的任务已完成',
    text: '已达到本题块每人每天的评阅上限，明天可以继续。',
    line: '已达到本题块每人每天的评阅上限，明天可以继续',
  },
  warned: {
    title: '请等待题组长确认',
    text: '系统发现您最近的给分与标准分有出入，题组长确认后会自动继续。之前交的给分都已保存。',
    line: '最近的给分与标准分有出入，题组长确认后可以继续',
  },
  unqualified: {
    title: '阅卷前请先通过定标',
    text: '本题块要求先在标准卷上试评，通过定标后才能领取试卷。试评与定标的给分不计入任何成绩。',
    line: '本题块要求先在标准卷上试评，通过定标后才能领取试卷',
  },
  paused: {
    title: '阅卷已暂停',
    text: '您的进度已保存，题组长恢复后会自动继续。',
    line: '题组长已暂停阅卷，恢复后可以继续',
  },
  drawing: {
    title: '正在准备试卷',
    text: '题组长刚修改了评卷方式，系统正在确定哪些试卷需要双评，完成后会自动继续。',
    line: '评卷方式刚修改，系统正在确定哪些试卷需要双评，完成后可以继续',
  },
  closed: {
    title: '本题块已结束阅卷',
    text: '用左下角的「上一份」可以查看本人评过的试卷。',
    line: '本题块已结束阅卷，可以查看本人评过的试卷',
  },
  setup: {
    title: '阅卷还没有开始',
    text: '题组长确认阅卷设置后会自动开始。',
    line: '阅卷还没有开始，请等待题组长开启',
  },
  suspended: {
    title: '您的任务已停止分配',
    text: '已提交的给分都已保存，其余试卷由其他教师评阅。如需继续请联系题组长。',
    line: '题组长不再向您分配本题块的试卷，如需继续请联系题组长',
  },
} as const
