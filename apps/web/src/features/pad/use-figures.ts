import { useCaller, useRoute } from '@hengjuan/client/react'
import { CallError } from '@hengjuan/client'
import { padPictureAdd, padPictures } from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'
import { useState } from 'react'

/** The pictures of the question table of a subject, and a way to add one. */
export function useFigures(
  place: { exam_id: number; subject_id: number },
  isOnline: boolean,
): { urlOf: (hash: string) => string | null; add: (file: File) => Promise<string | null> } {
  const { call } = useCaller()
  const kept = useRoute(padPictures, { query: place }, { enabled: isOnline })
  const [added, setAdded] = useState<ReadonlyMap<string, string>>(new Map())
  return {
    urlOf: (hash) =>
      added.get(hash) ?? kept.data?.find((picture) => picture.hash === hash)?.url ?? null,
    add: async (file) => {
      const payload = new FormData()
      payload.append('file', file)
      try {
        const { hash, url } = await call(padPictureAdd, { query: place }, { payload })
        setAdded((before) => new Map(before).set(hash, url))
        return hash
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        toast.error(error)
        return null
      }
    },
  }
}
