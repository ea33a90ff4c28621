import { clsx } from 'clsx'
import type { Picture } from '#renderer/model/tools/resultParts.ts'

export interface ResultPictureProps {
  picture: Picture
  alt: string
  className?: string
}

export function ResultPicture({ picture, alt, className }: ResultPictureProps) {
  return (
    <img
      src={picture.source}
      alt={alt}
      className={clsx('max-w-full rounded-lg border border-line bg-canvas object-contain', className)}
    />
  )
}
