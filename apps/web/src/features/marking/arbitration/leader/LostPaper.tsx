import { Button } from '@blueprintjs/core'
import type { LeaderMode } from './LeaderPapers.tsx'
import desk from '../../marking-desk/desk/desk.module.css'

/** The lease ran out and somebody else has the paper. What was typed stays where it is. */
export const LostPaper = (props: {
  mode: LeaderMode
  /** Who has it now, as a sentence. */
  text: string
  onNext: () => void
}) => (
  <p className={`${desk['banner']} ${desk['news']}`} role="status">
    <span>
      ! {props.text}。您输入的内容还在页面上
      {props.mode === 'arbitration' && '，提交后不会采用，但会保留在「未采用的给分」中'}。
    </span>
    <Button size="small" onClick={props.onNext}>
      处理下一份
    </Button>
  </p>
)
