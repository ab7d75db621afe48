import { usePageKeys } from './page-keys.ts'
import { bindKeys, type ReviewHandlers, type ReviewPart } from './review-keys.ts'

/** The keys of a part of the exception page, while it is shown. */
export function useReviewKeys<Part extends ReviewPart>(
  part: Part,
  handlers: ReviewHandlers<Part>,
): void {
  usePageKeys(bindKeys(part, handlers))
}
