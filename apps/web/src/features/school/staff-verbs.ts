export const VERBS = [
  { value: 'add', label: '添加身份' },
  { value: 'remove', label: '取消身份' },
] as const
