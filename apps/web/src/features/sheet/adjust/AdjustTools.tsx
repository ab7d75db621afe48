import type { AdjustWork } from './use-adjust-work.ts'
import { Button, ButtonGroup, HTMLSelect } from '@blueprintjs/core'
import css from './adjust.module.css'
import type { ElementKey } from './elements.ts'

const hasGroup = (chosen: ReadonlySet<ElementKey>) =>
  [...chosen].some((key) => key.startsWith('group:'))

/** Pages, undo, what is added, copied or taken apart, and how large it is shown. */
export function AdjustTools(props: {
  work: AdjustWork
  pageCount: number
  percent: number
  onZoom: (step: -1 | 1 | 'fit') => void
}) {
  const { work, pageCount, percent, onZoom } = props
  return (
    <div className={css['tools']}>
      {pageCount > 1 && (
        <HTMLSelect
          aria-label="页"
          value={work.at}
          onChange={({ currentTarget }) => work.show(Number(currentTarget.value))}
          options={Array.from({ length: pageCount }, (_, index) => ({
            value: index,
            label: `第 ${index + 1} 页`,
          }))}
        />
      )}
      <ButtonGroup>
        <Button disabled={!work.undo} onClick={() => work.undo?.()}>
          撤销
        </Button>
        <Button disabled={!work.redo} onClick={() => work.redo?.()}>
          重做
        </Button>
      </ButtonGroup>
      <ButtonGroup>
        <Button onClick={() => work.add('group')}>加填涂题</Button>
        <Button onClick={() => work.add('region')}>加作答区</Button>
        <Button onClick={() => work.add('anchor')}>加定位点</Button>
      </ButtonGroup>
      <ButtonGroup>
        <Button disabled={!hasGroup(work.chosen)} onClick={work.copy}>
          复制
        </Button>
        <Button
          disabled={work.chosen.size !== 1 || !hasGroup(work.chosen)}
          onClick={() => work.cut()}
          title="从中间拆成两组（X）"
        >
          拆开
        </Button>
        <Button
          disabled={!work.merge}
          onClick={() => work.merge?.()}
          title="把选中的几组合成一组（M）"
        >
          合并
        </Button>
        <Button disabled={work.chosen.size === 0} onClick={work.remove}>
          删除
        </Button>
      </ButtonGroup>
      <ButtonGroup>
        <Button aria-label="缩小" onClick={() => onZoom(-1)}>
          −
        </Button>
        <Button aria-label="适合宽度" onClick={() => onZoom('fit')}>
          {percent} %
        </Button>
        <Button aria-label="放大" onClick={() => onZoom(1)}>
          ＋
        </Button>
      </ButtonGroup>
    </div>
  )
}
