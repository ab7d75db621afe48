import { Button, ButtonGroup, HTMLSelect, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { MinusIcon, PlusIcon, RedoIcon, UndoIcon } from '@blueprintjs/icons'
import { PAPERS } from '@hengjuan/sheet/layout'
import { StatusTag } from '@hengjuan/ui'
import type { Draft } from '../draft.ts'
import { ADDABLE, addableName } from './add-area.ts'
import type { SheetLayout } from './sheet-layout.ts'
import css from './designer.module.css'

const PAPER_LABELS = { A4: 'A4', A3: 'A3', '8K': '8K', '16K': '16K' }

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
  const most = PAPERS[design.paper].mostColumns
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
      <HTMLSelect
        aria-label="纸张"
        disabled={isFixed}
        value={design.paper}
        options={Object.entries(PAPER_LABELS).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => {
          const paper = currentTarget.value as Draft['paper']
          const fits = (design.columns ?? 0) <= PAPERS[paper].mostColumns
          const folds = PAPERS[paper].mostColumns === 3
          onChange({
            paper,
            ...(fits ? {} : { columns: undefined }),
            ...(folds ? {} : { folded: undefined }),
          })
        }}
      />

      <HTMLSelect
        aria-label="栏数"
        disabled={isFixed}
        value={design.columns ?? ''}
        options={[
          { value: '', label: '自动分栏' },
          ...Array.from({ length: most }, (_, index) => ({
            value: index + 1,
            label: `${index + 1} 栏`,
          })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({
            columns: value === '' ? undefined : Number(value),
            ...(value === '1' ? { folded: undefined } : {}),
          })
        }
      />

      <HTMLSelect
        aria-label="页数上限"
        disabled={isFixed}
        value={layout.pageLimit}
        options={[1, 2, 3, 4, 5, 6].map((count) => ({ value: count, label: `最多 ${count} 面` }))}
        onChange={({ currentTarget }) => onChange({ maxPages: Number(currentTarget.value) })}
      />

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
