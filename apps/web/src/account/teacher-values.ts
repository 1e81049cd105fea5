import type { TextBinding } from '../form/form-values.ts';

/** What a teacher says of themselves: every field is text, empty until it is filled in. */
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

/** A form with the fields of a teacher, and others perhaps. */
export interface TeacherForm {
  readonly values: TeacherValues;
  readonly isStarted: boolean;
  text(name: keyof TeacherValues): TextBinding;
  change(values: Partial<TeacherValues>): void;
}
