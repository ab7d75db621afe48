/** What a table of one's own may hold, and under which name a formula speaks of it. */
export const OWN_METRICS = {
  registered: { name: '应考', kind: 'count' },
  present: { name: '实考', kind: 'count' },
  absent: { name: '缺考', kind: 'count' },
  mean: { name: '均分', kind: 'milli' },
  score_rate: { name: '得分率', kind: 'rate' },
  max: { name: '最高', kind: 'milli' },
  q3: { name: '上四分位', kind: 'milli' },
  median: { name: '中位数', kind: 'milli' },
  q1: { name: '下四分位', kind: 'milli' },
  min: { name: '最低', kind: 'milli' },
  sd: { name: '标准差', kind: 'milli' },
  cv: { name: '差异系数', kind: 'rate' },
  excellent: { name: '优秀率', kind: 'rate' },
  good: { name: '良好率', kind: 'rate' },
  pass: { name: '及格率', kind: 'rate' },
  low: { name: '低分率', kind: 'rate' },
} as const
export type OwnMetric = keyof typeof OWN_METRICS
