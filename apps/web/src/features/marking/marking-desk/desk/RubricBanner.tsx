import { Button } from '@blueprintjs/core'
import { KeyOf } from '../../marking-core/keys/KeyOf.tsx'
import { Saved } from '../../marking-messages/rubric/Saved.tsx'
import type { RubricNews } from './use-desk-news.ts'
import css from './desk.module.css'

/** Papers are marked by another version from now on, and where to see what changed. */
export function RubricBanner(props: { news: RubricNews; onShow: () => void }) {
  const { rubric, onRead } = props.news
  const { shown, before } = rubric
  return (
    <div className={`${css['banner']} ${css['news']}`} role="status" data-testid="rubric-news">
      <span>
        ! 评分标准已改为第 {rubric.version} 版（
        <Saved version={shown} />）{shown.note === '' ? '' : `：${shown.note}`}。您上一份评阅按
        {before && before.version > 0 ? `第 ${before.version} 版` : '原来的标准'}给分
      </span>
      <Button
        size="small"
        variant="minimal"
        onClick={() => {
          props.onShow()
          onRead()
        }}
      >
        查看改动 <KeyOf action="rubric" />
      </Button>
      <Button size="small" variant="minimal" onClick={onRead}>
        知道了
      </Button>
    </div>
  )
}
