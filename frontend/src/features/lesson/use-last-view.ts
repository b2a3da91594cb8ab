import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { LearnerCourse } from '../../../../backend/api/contract/records/learning.ts';
import { api } from '../../api/api.ts';
import type { Address } from './address.ts';
import { jumpTarget, type Place } from './walk.ts';

interface Options {
  userId: number;
  courseId: number;
  address: Address;
  place: Place;
  /** The learner's state, once known; undefined also for people who are not learners here. */
  learner: LearnerCourse | undefined;
  /** The place may be shown (its module is not locked). */
  allowed: boolean;
}

/** Saves the learner's place on the server, so that it is the same on every device; opening a course returns there where that was less than an hour ago. */
export const useLastView = ({ userId, courseId, address, place, learner, allowed }: Options): void => {
  const navigate = useNavigate();
  const [save] = api.useSaveLastViewMutation();
  const opened = useRef<number | null>(null);
  const saved = useRef('');

  const bare = address.moduleId === null && address.sessionId === null && address.subtopicId === null;
  const known = learner !== undefined;
  const target = learner && bare ? jumpTarget(courseId, learner.ultimaVista, Date.now()) : null;
  useEffect(() => {
    if (!known || opened.current === courseId) return;
    opened.current = courseId; // only once: afterwards the overview is where one chose to be
    if (target) void navigate(target, { replace: true });
  }, [known, courseId, target, navigate]);

  const view = learner?.ultimaVista;
  const held = view ? [courseId, view.moduleId, view.sessionId, view.subtemaId].join() : '';
  const now = [courseId, place.module?.id_modulo ?? null, place.session?.id_sesion ?? null, place.subtopic?.id_subtema ?? null];
  const here = now.join();
  useEffect(() => {
    const [id, moduleId, sessionId, subtemaId] = here.split(',').map((part) => (part === '' ? null : Number(part)));
    if (!known || !allowed || !id || saved.current === here) return;
    if (!moduleId && !saved.current && held) return; // arriving at the overview does not lose the spot one left
    const timer = setTimeout(
      () => {
        saved.current = here;
        // The same place again restarts the hour in which opening the course returns there.
        void save({
          userId,
          body: {
            courseId: id,
            moduleId: moduleId ?? null,
            sessionId: sessionId ?? null,
            subtemaId: subtemaId ?? null,
            viewMode: moduleId ? 'module' : 'overview',
          },
        });
      },
      here === held ? 5_000 : 800,
    );
    return () => clearTimeout(timer);
  }, [here, held, known, allowed, userId, save]);
};
