/** The doctor's route: starts a server step by step in a separate launch, stops it again, and says what to do. */
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { givenId } from '#contract/inputBounds'
import { examinationEvent } from '#contract/servers/doctor'
import { slug } from '#contract/servers/server'

export const doctor = {
  run: oc
    .route({ method: 'GET', path: '/servers/{slug}/doctor' })
    .input(z.object({ slug, projectId: givenId.optional() }))
    .output(eventIterator(examinationEvent)),
}
