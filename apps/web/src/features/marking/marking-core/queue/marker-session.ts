import type { Caller } from '@hengjuan/client'
import { askHold, heldBy, type Hold } from '../../../../session/own-session.ts'
import type { MarkerSession } from './outbox.ts'

/** Marks of this person are sent as this person, in a role that marks. */
export const markerSession = (caller: Pick<Caller, 'call'>, userId: number): MarkerSession => ({
  here: () => heldBy(userId, 'marking.mark'),
  ask: () => askHold(caller, userId, 'marking.mark'),
})

interface HoldWords {
  /** What is the matter, in a few characters. */
  short: string
  /** What to do, in a few characters. */
  way: string
  /** Both, and that nothing is lost. */
  long: string
}

/** Why marks wait, for who gave them. */
export function holdWords(hold: Hold): HoldWords {
  switch (hold.kind) {
    case 'signedOut':
      return {
        short: '登录已过期',
        way: '请重新登录',
        long: '登录已过期：给分都保存在本机，重新登录后自动上传',
      }
    case 'otherPerson':
      return {
        short: '已换人登录',
        way: '请用本人账号登录',
        long: '这台电脑上已由他人登录：您的给分都保存在本机，请用本人账号重新登录，之后自动上传',
      }
    case 'otherRole':
      return {
        short: `${hold.roleName}不能阅卷`,
        way: '请切换回阅卷的身份',
        long: `当前身份（${hold.roleName}）不能阅卷：给分都保存在本机，请切换回阅卷的身份，之后自动上传`,
      }
  }
}
