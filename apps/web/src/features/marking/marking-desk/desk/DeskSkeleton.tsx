import { Classes } from '@blueprintjs/core'
import css from './desk.module.css'

/** The marking page on its way: head, paper, scores and foot where they will be. */
export const DeskSkeleton = () => (
  <div className={css['root']} role="status" aria-label="正在打开阅卷页">
    <div className={css['header']}>
      <span className={`${Classes.SKELETON} ${css['ghost']}`} />
    </div>
    <div className={css['paper']}>
      <div className={css['ghostPaper']} />
    </div>
    <div className={css['panel']}>
      <div className={css['ghostPanel']}>
        {['48px', '36px', '132px'].map((height) => (
          <div key={height} className={Classes.SKELETON} style={{ height }} />
        ))}
      </div>
    </div>
    <div className={css['footer']}>
      <span className={`${Classes.SKELETON} ${css['ghost']}`} />
    </div>
  </div>
)
