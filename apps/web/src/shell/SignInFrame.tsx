import type { ReactNode } from 'react'
import { SheetArt } from '../features/account/index.ts'
import { Mark } from './Mark.tsx'
import css from './sign-in-frame.module.css'

/** What stands beside everything that comes before the portal. */
export const SignInFrame = ({ children }: { children: ReactNode }) => (
  <div className={css['root']}>
    <div className={css['brandSide']}>
      <div className={css['brand']}>
        <Mark size={36} isInverse />
        <span>衡卷</span>
      </div>
      <p className={css['motto']}>
        一张卷，
        <br />
        一个公平的分数。
      </p>
      <p className={css['what']}>扫描 · 网上阅卷 · 成绩发布</p>
      <div className={css['art']}>
        <SheetArt />
      </div>
    </div>
    <main className={css['formSide']}>{children}</main>
  </div>
)
