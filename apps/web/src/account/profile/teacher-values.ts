import type { TextBinding } from '../../form/form-values.ts';

/** Values of the profile fields, as text. */
export const emptyTeacher = {
  name: '',
  phone: '',
  schoolName: '',
  district: '',
  postingBlock: '',
  desiredDistrict: '',
  desiredBlock: '',
  subject: '',
  classRange: '',
  category: '',
  recruitmentBatch: '',
};

export type TeacherValues = typeof emptyTeacher;

/** Form with at least the fields of a teacher. */
export interface TeacherForm {
  readonly values: TeacherValues;
  readonly isStarted: boolean;
  text(name: keyof TeacherValues): TextBinding;
  change(values: Partial<TeacherValues>): void;
}
