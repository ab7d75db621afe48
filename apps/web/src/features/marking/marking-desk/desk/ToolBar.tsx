import { Button, ButtonGroup } from '@blueprintjs/core'
import { stampText } from '@hengjuan/domain'
import { KeyHint } from '@hengjuan/ui'
import { useBindings } from '../../marking-core/keys/bindings.ts'
import { stampValues, type Tool, TOOLS } from '../../marking-core/annotate/tool.ts'
import type { Tools } from './use-tools.ts'
import css from './desk.module.css'

/** Tools for signs on the paper, and what a stamp gives. */
export function ToolBar({ tools }: { tools: Tools }) {
  const { tool, point } = tools
  const bindings = useBindings()
  return (
    <>
      <ButtonGroup variant="minimal" aria-label="批注工具" role="group">
        {Object.entries(TOOLS).map(([name, { title, sign }]) => {
          const key = name === 'select' ? undefined : bindings[name as Exclude<Tool, 'select'>][0]
          return (
            <Button
              key={name}
              className={css['tool'] ?? ''}
              active={name === tool}
              aria-pressed={name === tool}
              aria-label={title}
              title={key ? `${title}（${key}）` : title}
              onClick={(event) => {
                tools.choose(name as Tool)
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
          {stampValues(point, tools.isDeductive).map((milli) => (
            <Button
              key={milli}
              size="small"
              active={milli === tools.stampMilli}
              aria-pressed={milli === tools.stampMilli}
              onClick={(event) => {
                tools.chooseStamp(milli)
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
