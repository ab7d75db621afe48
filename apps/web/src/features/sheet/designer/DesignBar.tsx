import { Button, ButtonGroup, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { MinusIcon, PlusIcon, RedoIcon, UndoIcon } from '@blueprintjs/icons'
import { StatusTag } from '@hengjuan/ui'
import type { Draft } from '../draft.ts'
import { ADDABLE, addableName } from './add-area.ts'
import type { SheetLayout } from './sheet-layout.ts'
import css from './designer.module.css'
import { PaperSelects } from './PaperSelects.tsx'

/** Paper, columns, pages; undo and zoom; how many pages there are. */
export function DesignBar(props: {
  design: Draft
  layout: SheetLayout
  isFixed: boolean
  canUndo: boolean
  canRedo: boolean
  /** Per cent of the paper's size. */
  zoom: number
  onUndo: () => void
  onRedo: () => void
  onZoom: (step: -1 | 1 | 'fit') => void
  onAdd: (what: (typeof ADDABLE)[number]) => void
  onChange: (change: Partial<Draft>) => void
  onHelp: () => void
}) {
  const { design, layout, isFixed, onChange } = props
  const pages = layout.geometry?.pages.length ?? 0
  return (
    <div className={css['bar']} role="toolbar" aria-label="版面">
      <ButtonGroup>
        <Button
          size="small"
          icon={<UndoIcon />}
          aria-label="撤销"
          title="撤销 Ctrl+Z"
          disabled={!props.canUndo}
          onClick={props.onUndo}
        />
        <Button
          size="small"
          icon={<RedoIcon />}
          aria-label="重做"
          title="重做 Ctrl+Y"
          disabled={!props.canRedo}
          onClick={props.onRedo}
        />
      </ButtonGroup>
      <span className={css['divider']} />
      <PaperSelects design={design} layout={layout} isFixed={isFixed} onChange={onChange} />
      {!isFixed && (
        <PopoverNext
          placement="bottom-start"
          content={
            <Menu>
              {ADDABLE.map((what) => (
                <MenuItem
                  key={addableName(what)}
                  text={addableName(what)}
                  onClick={() => props.onAdd(what)}
                />
              ))}
            </Menu>
          }
        >
          <Button size="small" icon={<PlusIcon />}>
            作答区
          </Button>
        </PopoverNext>
      )}
      <span className={css['gap']} />
      {layout.geometry &&
        (pages > layout.pageLimit ? (
          <StatusTag status="bad">{pages} 面，超出</StatusTag>
        ) : (
          <StatusTag status="ok">{pages} 面</StatusTag>
        ))}
      <ButtonGroup>
        <Button
          size="small"
          icon={<MinusIcon />}
          aria-label="缩小"
          title="Ctrl+-"
          onClick={() => props.onZoom(-1)}
        />
        <Button
          size="small"
          aria-label="适合宽度"
          title="适合宽度 Ctrl+0"
          onClick={() => props.onZoom('fit')}
        >
          {props.zoom}%
        </Button>
        <Button
          size="small"
          icon={<PlusIcon />}
          aria-label="放大"
          title="Ctrl++"
          onClick={() => props.onZoom(1)}
        />
      </ButtonGroup>
      <Button
        size="small"
        variant="minimal"
        aria-label="快捷键"
        title="快捷键 ?"
        onClick={props.onHelp}
      >
        ?
      </Button>
    </div>
  )
}
