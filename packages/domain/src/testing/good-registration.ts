/** Valid registration of a fictional teacher, for tests. Only the answer to the captcha is missing. */
export const goodRegistration = {
  name: 'Sunita Kumari',
  email: 'sunita@example.com',
  password: 'a quiet mango orchard',
  confirmPassword: 'a quiet mango orchard',
  phone: '9876543210',
  schoolName: 'Rajkiya Madhya Vidyalaya',
  district: 'Gaya',
  postingBlock: 'Bodh Gaya',
  desiredDistrict: 'Patna',
  desiredBlock: 'Danapur',
  state: 'Bihar',
  subject: 'Mathematics',
  classRange: '6-8',
  captchaToken: 'a token',
  captchaAnswer: '12',
};
