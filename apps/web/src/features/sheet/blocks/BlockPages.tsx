import { Button } from '@blueprintjs/core'
import { Panel, Segmented } from '@hengjuan/ui'
import { changeBlock } from './block-draft.ts'
import { PageBoard } from './PageBoard.tsx'
import css from './blocks.module.css'
import type { DividedBlocks, Info } from './use-block-desk.ts'

/** The pages of a sheet, on which the frames of the chosen block are drawn. */
export function BlockPages(props: {
  info: Info
  /** Each page as it is printed. */
  pictures: readonly string[]
  mayEdit: boolean
  work: DividedBlocks
}) {
  const { info, mayEdit } = props
  const {
    desk,
    blocks,
    setPage,
    currentKey,
    setCurrent,
    isLarge,
    setLarge,
    frame,
    setFrame,
    page,
  } = props.work
  return (
    <Panel
      title="答题卡"
      note={mayEdit ? '选一个题块，在纸上拖动画框' : null}
      actions={
        <>
          <Button variant="minimal" active={isLarge} onClick={() => setLarge(!isLarge)}>
            {isLarge ? '整页' : '放大'}
          </Button>
          {info.pages.length > 1 && (
            <Segmented
              label="页"
              options={info.pages.map((one) => ({
                value: one.page,
                label: `第 ${one.page} 面`,
              }))}
              value={page?.page ?? 1}
              onChange={setPage}
            />
          )}
        </>
      }
      footer={mayEdit && '方向键移动选中的框，Shift 加快，Alt 改大小，Delete 删除；Ctrl+Z 撤销'}
    >
      {page && (
        <div className={css['stage']} data-large={isLarge || undefined}>
          <PageBoard
            page={page}
            svg={props.pictures[page.page - 1]}
            areas={info.areas}
            blocks={blocks}
            currentKey={currentKey}
            frame={frame}
            mayEdit={mayEdit}
            onPick={(picked) => {
              setFrame(picked)
              setCurrent(picked.key)
            }}
            onDraw={(region) => {
              const key = currentKey
              const block = blocks.find(({ block_key }) => block_key === key)
              if (key === null || !block) return
              desk.change({
                blocks: changeBlock(blocks, key, (one) => ({
                  ...one,
                  regions: [...one.regions, region],
                })),
              })
              setFrame({ key, index: block.regions.length })
            }}
            onChange={({ key, index }, region) => {
              desk.change({
                blocks: changeBlock(blocks, key, (block) => ({
                  ...block,
                  regions: block.regions.flatMap((old, at) =>
                    at === index ? (region ?? []) : old,
                  ),
                })),
              })
              if (!region) setFrame(null)
            }}
          />
        </div>
      )}
    </Panel>
  )
}
