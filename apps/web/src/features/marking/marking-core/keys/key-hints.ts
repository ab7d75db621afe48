import type { KeyBindings } from './key-profile.ts'

/** What closes a score that could still go on, by the keys as they are; empty where no key does. */
export function closingHint({ submit, down }: KeyBindings): string {
  const keys = [submit[0], down[0]].filter((key) => key !== undefined)
  return keys.length === 0 ? '' : `按 ${keys.join(' 或 ')} 确认这个分数`
}

/** How the grid is worked, by the keys as they are. */
export function gridHint({ submit, scrollDown, left, right }: KeyBindings): string {
  const tick = scrollDown[0] === 'Space' ? '空格' : scrollDown[0] && `${scrollDown[0]} `
  const ways = [
    ...(tick === undefined ? [] : [`${tick}取消或恢复选中`]),
    ...(left[0] === undefined || right[0] === undefined ? [] : [`${left[0]} ${right[0]} 移动`]),
  ]
  const give = submit[0] === undefined ? '提交' : `按 ${submit[0]}`
  return `${[`输入一个分数后${give}，选中的试卷都得这个分数`, ways.join('，')].filter(Boolean).join('；')}。`
}
