import { StatusTag } from '@hengjuan/ui'
import type { OutboxState } from './answer-outbox.ts'

/** How safe the answers are, in one line. */
export function StateLine({ state }: { state: OutboxState }) {
  const { problem, isTaken, isOffline, unsent, savedAt } = state
  return (
    <span role="status">
      {isTaken ? (
        <StatusTag status="warn">本机只能查看</StatusTag>
      ) : problem !== null ? (
        <StatusTag status="bad">{problem}</StatusTag>
      ) : isOffline ? (
        <StatusTag status="warn">离线，答案在本机，恢复后自动上传</StatusTag>
      ) : unsent.size > 0 ? (
        <StatusTag status="busy">正在保存…</StatusTag>
      ) : savedAt !== null ? (
        <StatusTag status="ok">
          已保存 {new Date(savedAt).toLocaleTimeString('zh-CN', { hour12: false })}
        </StatusTag>
      ) : null}
    </span>
  )
}
