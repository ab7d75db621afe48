import { Button, ButtonGroup } from '@blueprintjs/core'
import { type ScorePoint, stampText } from '@hengjuan/domain'
import { KeyHint } from '@hengjuan/ui'
import { stampValues, type Tool, TOOLS } from '../annotate/tool.ts'
import type { KeyBindings } from '../keys/key-profile.ts'
import css from './desk.module.css'

/** Tools for signs on the paper, and what a stamp gives. */
export function ToolBar(props: {
  tool: Tool
  onTool: (tool: Tool) => void
  bindings: KeyBindings
  /** The point that stamps give to; null while there is no paper. */
  point: ScorePoint | null
  isDeductive: boolean
  stampMilli: number | null
  onStamp: (milli: number) => void
}) {
  const { tool, point } = props
  return (
    <>
      <ButtonGroup variant="minimal" aria-label="批注工具" role="group">
        {Object.entries(TOOLS).map(([name, { title, sign }]) => {
          const key =
            name === 'select' ? undefined : props.bindings[name as Exclude<Tool, 'select'>][0]
          return (
            <Button
              key={name}
              className={css['tool'] ?? ''}
              active={name === tool}
              aria-pressed={name === tool}
              aria-label={title}
              title={key ? `${title}（${key}）` : title}
              onClick={(event) => {
                props.onTool(name as Tool)
                event.currentTarget.blur()
              }}
            >
              {sign}
              {key && <KeyHint keys={key} />}
            </Button>
          )
        })}
      </ButtonGroup>
      {tool === 'stamp' && point && (
        <ButtonGroup className={css['stamps'] ?? ''} aria-label="印章分值" role="group">
          {stampValues(point, props.isDeductive).map((milli) => (
            <Button
              key={milli}
              size="small"
              active={milli === props.stampMilli}
              aria-pressed={milli === props.stampMilli}
              onClick={(event) => {
                props.onStamp(milli)
                event.currentTarget.blur()
              }}
            >
              {stampText(milli)}
            </Button>
          ))}
        </ButtonGroup>
      )}
    </>
  )
}
