import { EmptyState } from '@hengjuan/ui'
import { nothingFound } from './own-search.ts'

export function NothingFound(props: Parameters<typeof nothingFound>[0]) {
  const { title, text } = nothingFound(props)
  return <EmptyState title={title}>{text}</EmptyState>
}
