import { Button } from '@blueprintjs/core'
import { CallError, freshKey, isPassing } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { padPhoto } from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'
import { type ChangeEvent, useCallback, useEffect, useRef, useState } from 'react'
import { forgetPhoto, keepPhoto, keptPhotos } from './attempt-store.ts'
import css from './answer.module.css'
import { turnedJpeg } from './turn-photo.ts'

const MOST = 6
const RETRY_MS = 5000

interface Waiting {
  id: string
  url: string
  blob: Blob
}

/** Photos of what was written on paper: kept on this device until the server has them. */
export function Photos(props: {
  attemptId: number
  deviceKey: string
  question: { question_id: number; no: string }
  hashes: readonly string[]
  urlOf: ReadonlyMap<string, string>
  isFixed: boolean
  onChange: (hashes: string[]) => void
  onUploaded: (hash: string, url: string) => void
}) {
  const { attemptId, deviceKey, question, hashes, isFixed } = props
  const { call } = useCaller()
  const [waiting, setWaiting] = useState<readonly Waiting[]>([])
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    void keptPhotos(attemptId).then((photos) =>
      setWaiting(
        photos
          .filter(({ questionId }) => questionId === question.question_id)
          .map(({ id, blob }) => ({ id, blob, url: URL.createObjectURL(blob) })),
      ),
    )
  }, [attemptId, question.question_id])
  const drop = useCallback((id: string) => {
    void forgetPhoto(id)
    setWaiting((before) => before.filter((one) => one.id !== id))
  }, [])
  const [first] = waiting
  useEffect(() => {
    if (!first || isFixed) return undefined
    let isOver = false
    let timer: number | undefined
    const upload = async () => {
      try {
        const { hash, url } = await call(
          padPhoto,
          {
            query: {
              attempt_id: attemptId,
              question_id: question.question_id,
              device_key: deviceKey,
            },
          },
          { payload: first.blob },
        )
        if (isOver) return
        latest.current.onUploaded(hash, url)
        if (!latest.current.hashes.includes(hash))
          latest.current.onChange([...latest.current.hashes, hash])
        drop(first.id)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (isOver) return
        if (isPassing(error)) timer = window.setTimeout(() => void upload(), RETRY_MS)
        else {
          toast.error(error)
          drop(first.id)
        }
      }
    }
    void upload()
    return () => {
      isOver = true
      window.clearTimeout(timer)
    }
  }, [first, isFixed, call, attemptId, deviceKey, question.question_id, drop])

  const take = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])].slice(0, MOST - hashes.length - waiting.length)
    currentTarget.value = ''
    for (const blob of files) {
      const id = freshKey()
      await keepPhoto({ id, attemptId, questionId: question.question_id, blob })
      setWaiting((before) => [...before, { id, blob, url: URL.createObjectURL(blob) }])
    }
  }
  const turn = async (hash: string) => {
    const blob = await turnedJpeg(props.urlOf.get(hash) ?? '')
    const id = freshKey()
    await keepPhoto({ id, attemptId, questionId: question.question_id, blob })
    props.onChange(hashes.filter((one) => one !== hash))
    setWaiting((before) => [...before, { id, blob, url: URL.createObjectURL(blob) }])
  }
  const isFull = hashes.length + waiting.length >= MOST
  return (
    <div className={css['photos']}>
      {hashes.map((hash, at) => (
        <figure key={hash}>
          <img src={props.urlOf.get(hash)} alt={`第 ${question.no} 题照片 ${at + 1}`} />
          {!isFixed && (
            <figcaption>
              <Button size="small" variant="minimal" onClick={() => void turn(hash)}>
                旋转
              </Button>
              <Button
                size="small"
                variant="minimal"
                onClick={() => props.onChange(hashes.filter((one) => one !== hash))}
              >
                删除
              </Button>
            </figcaption>
          )}
        </figure>
      ))}
      {waiting.map(({ id, url }) => (
        <figure key={id}>
          <img src={url} alt={`第 ${question.no} 题待上传的照片`} />
          <figcaption>正在上传…</figcaption>
        </figure>
      ))}
      {!isFixed && !isFull && (
        <label className={css['take']}>
          拍照或选择图片
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp"
            multiple
            aria-label={`第 ${question.no} 题上传照片`}
            onChange={(event) => void take(event)}
          />
        </label>
      )}
    </div>
  )
}
