import { Figure, StatusTag } from '@hengjuan/ui'

/** What became of who may mark no more, and what to do. */
export const UNABLE = '账号已停用，或不再有可以阅卷的身份；请更换或停止分配，剩余任务由其他教师评阅'

/** Beside the name of somebody of a block who may mark no more. */
export const UnableTag = () => (
  <Figure formula={UNABLE}>
    <StatusTag status="bad">已不能阅卷</StatusTag>
  </Figure>
)
